"""The policies: a file each, and `registry` lists those that a lesson can offer."""
