"""What the engine refuses, by the names that the port has for it."""


class Refusal(Exception):
    """A call that is answered with an error; `kind` is what the adapter makes one of the port's errors of."""

    kind = "fault"


class CorruptFiles(Refusal):
    """Files that are not what was written."""

    kind = "corrupt"


class MissingFiles(Refusal):
    """Files that are not where they should be."""

    kind = "missing"


class UnsupportedModel(Refusal):
    """A model or adapter that is made in a way that is not computed here."""

    kind = "unsupported"


class OutOfTurn(Refusal):
    """A call that is not the next one of its handle, or that another session's handle was named in."""

    kind = "sequence"


class NotFound(Refusal):
    """A handle or an operation that there is none of."""

    kind = "unknown"


class Fault(Refusal):
    """What should have been computed could not be, or its numbers are none."""

    kind = "fault"
