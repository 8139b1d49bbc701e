"""A lesson's guide: texts with numbers from the replay, questions and their right answers."""
