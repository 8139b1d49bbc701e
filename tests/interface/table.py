"""The design's numbers for the first lesson. The tests of the state and the tests of the page both use them."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One row of the design's table. Ids are separated by spaces. `fidelity` and `policy` have the names used in an address."""

    budget: int
    policy: str
    fidelity: str
    seconds: int
    context: str
    tokens: int
    mentioned_by: str
    backed_by: str
    carried_by: str
    evicted: str
    folded: str

    def __str__(self) -> str:
        return f"{self.budget}-{self.policy}-{self.fidelity}-{self.seconds}s"


TABLE = [
    Row(24, "evict-oldest", "preserve", 30, "T1 T3 T4", 21, "T3", "", "", "T2", ""),
    Row(24, "evict-oldest", "preserve", 60, "T1 T7 T8", 20, "", "", "", "T2 T3 T4 T5 T6", ""),
    Row(24, "summarize-older", "preserve", 60, "T1 S T8", 20, "S", "T2", "S", "", "T2 T3 T4 T5 T6 T7"),
    Row(24, "summarize-older", "drop", 60, "T1 S T8", 20, "", "", "", "", "T2 T3 T4 T5 T6 T7"),
    Row(36, "evict-oldest", "preserve", 60, "T1 T5 T6 T7 T8", 34, "", "", "", "T2 T3 T4", ""),
    Row(48, "evict-oldest", "preserve", 60, "T1 T4 T5 T6 T7 T8", 42, "", "", "", "T2 T3", ""),
    Row(48, "summarize-older", "preserve", 60, "T1 S T4 T5 T6 T7 T8", 48, "S", "T2", "S", "", "T2 T3"),
    Row(64, "evict-oldest", "preserve", 60, "T1 T2 T3 T4 T5 T6 T7 T8", 57, "T2 T3", "T2", "", "", ""),
    Row(64, "summarize-older", "drop", 60, "T1 T2 T3 T4 T5 T6 T7 T8", 57, "T2 T3", "T2", "", "", ""),
]
FACT = "report-format"
