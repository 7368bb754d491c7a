/** The command line is not as it should be. */
export class UsageError extends Error {}

/** It can't be done, for a reason that the operator can do something about. */
export class NotPossible extends Error {}
