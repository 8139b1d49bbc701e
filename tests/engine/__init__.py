"""Tests of the engine alone. They need no browser and no interface."""
