"""What replaces the turns that leave: each replacement removes them from the context and may put a summary there."""
