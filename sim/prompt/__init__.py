"""What is sent to a model: each agent's request, its instruction, what a cache keeps of it, and what a provider would reject."""
