import { SpindleError } from "#lib/platform/errors.ts";

/** Files of weights that are not what was written: cut short, changed, or no such format at all. The message names the file. */
export class CorruptFiles extends SpindleError {
  static override readonly meaning: string = "CorruptFiles";
}
