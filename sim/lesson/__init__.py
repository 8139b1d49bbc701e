"""A lesson's turns, facts, probes, agents and steps; how they are read from bytes, and the checks that types cannot make."""
