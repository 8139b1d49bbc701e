"""What leaves: each selection takes a moment and returns the turns that leave the context."""
