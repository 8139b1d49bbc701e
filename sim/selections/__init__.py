"""What leaves: each selection takes a moment and gives the turns that are to leave the context."""
