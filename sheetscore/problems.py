"""The exceptions that sheetscore raises: mistakes in a director's data, wrong usage, unreadable files."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any

from sheetscore.wording import escaped

if TYPE_CHECKING:  # the command line imports this module at every start
    from collections.abc import Sequence

    from sheetscore.findings import Finding


NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
"""The error numbers of the operating system for a full disk."""


class Problem(Exception):
    """Anything that stops a command, with the exit status of the command.

    Parameters
    ----------
    message
        One line for the director: what is wrong and what to do.
    code
        A stable name for scripts.
    """

    exit_status = 2

    def __init__(self, message: str, code: str = "usage") -> None:
        self.message = escaped(message)
        super().__init__(self.message)
        self.code = code

    def say_besides(self, sentences: Sequence[str]) -> None:
        """Append to the message what the command has found or done besides, a sentence each."""
        if sentences:
            self.message = f"{self.message.removesuffix('.')}. Besides: {escaped('; '.join(sentences))}"
            self.args = (self.message,)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let the exception be passed on from another process unchanged."""
        return type(self), (self.message, self.code)


class WrongUsage(Problem):
    """A command or call that does not fit the state of the event."""


class UnreadableFile(Problem):
    """A file that is not what its name says, is locked away or would harm the machine."""

    def __init__(self, message: str, code: str = "unreadable") -> None:
        super().__init__(message, code)


class MistakesFound(Problem):
    """Mistakes in the director's data, all at once; nothing was scored.

    Parameters
    ----------
    findings
        Every finding, in any order; at least one is an error.
    """

    exit_status = 1

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        wrong = [finding.message for finding in self.findings if finding.is_error]
        super().__init__("\n".join(wrong), "mistakes")

    def __reduce__(self) -> tuple[Any, ...]:
        """Let the exception be passed on from another process unchanged."""
        return MistakesFound, (self.findings,)
