"""What stands for the turns that left: each replacement takes them out of the context and puts something in."""
