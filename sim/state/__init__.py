"""What is there after an arrival: the session, the context that a policy left, its summaries, and what each fact rests on."""
