"""The engine of Palimpsest: what an agent can still prove after its context was compressed.

It is pure. It reads no clock, draws no random number and imports no interface, so the
same fixture under the same settings gives the same bytes on the command line, in a test
and in a browser.
"""

__version__ = "0.1.0"
