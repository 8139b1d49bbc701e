"""When a policy acts: each trigger takes a moment and returns the reason to act, or why it is too early."""
