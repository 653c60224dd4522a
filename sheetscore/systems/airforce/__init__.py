"""Air Force and Dauntless with turns of 30 degrees: flight logs, replayed and audited turn by turn."""

from __future__ import annotations

from sheetscore.systems.airforce.damage import critical, hits

__all__ = ["critical", "hits"]
