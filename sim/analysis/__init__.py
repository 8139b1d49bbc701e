"""Results taken from whole replays: retention, comparisons, token budgets, possible answers, the distance to a goal."""
