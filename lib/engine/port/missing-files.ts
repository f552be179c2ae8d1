import { Unavailable } from "#lib/platform/errors.ts";

/**
 * Weight files that are not where they should be: another machine may have them, or somebody moved them. Nothing is known to be damaged, and
 * a retry succeeds once they are back. The message may be shown to callers, and contains no path of this machine.
 */
export class MissingFiles extends Unavailable {}
