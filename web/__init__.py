"""The interface: what a learner sees and drives. It imports the engine; the engine never imports it."""
