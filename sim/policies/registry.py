"""The policies that a lesson can offer, in the order in which they are shown."""

from __future__ import annotations

from typing import Any

from sim.policies.adk_sliding import ADK_SLIDING
from sim.policies.adk_sliding_java import ADK_SLIDING_JAVA
from sim.policies.adk_token import ADK_TOKEN
from sim.policies.adk_token_java import ADK_TOKEN_JAVA
from sim.policies.compression_subagent import COMPRESSION_SUBAGENT
from sim.policies.evict_oldest import EVICT_OLDEST
from sim.policies.keep_last import KEEP_LAST
from sim.policies.no_compression import NO_COMPRESSION
from sim.policies.pinning_summarizer import PINNING_SUMMARIZER
from sim.policies.policy import Policy
from sim.policies.summarize_older import SUMMARIZE_OLDER

POLICIES: dict[str, Policy[Any]] = {
    policy.name: policy
    for policy in (
        NO_COMPRESSION,
        EVICT_OLDEST,
        SUMMARIZE_OLDER,
        KEEP_LAST,
        ADK_TOKEN,
        ADK_SLIDING,
        ADK_TOKEN_JAVA,
        ADK_SLIDING_JAVA,
        PINNING_SUMMARIZER,
        COMPRESSION_SUBAGENT,
    )
}
