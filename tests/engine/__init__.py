"""Tests of the engine alone: no browser, no interface."""
