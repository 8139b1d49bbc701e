"""The words and numbers of a lesson, with the limits that an author's editor shows."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

# The pattern is for an author's editor; `validation` refuses more than a pattern can say.
Id = Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema={"pattern": r"^\S+$"})]
Tokens = Annotated[int, Meta(ge=1, le=1_000_000, description="Teaching tokens: a fixed weight.")]
Budget = Annotated[int, Meta(ge=1, le=1_000_000_000, description="Teaching tokens.")]
Seconds = Annotated[float, Meta(gt=0, le=1_000_000_000, description="Seconds.")]
Timestamp = Annotated[float, Meta(ge=0, le=10_000_000_000, description="Seconds; several turns may share one.")]
TokenCount = Annotated[int, Meta(ge=0, le=1_000_000_000, description="Teaching tokens.")]
Share = Annotated[float, Meta(gt=0, le=1, description="A share of the budget.")]
