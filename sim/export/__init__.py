"""A replay as a document: written, compared, and opened again."""
