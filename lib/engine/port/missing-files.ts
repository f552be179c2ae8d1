import { Unavailable } from "#lib/platform/errors.ts";

/**
 * Files of weights that are not where they should be: another machine may have them, or somebody moved them. Nothing is known to be damaged,
 * and asking again helps once they are back. The message may be told and names no place on this machine.
 */
export class MissingFiles extends Unavailable {}
