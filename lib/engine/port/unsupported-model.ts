import { SpindleError } from "#lib/platform/errors.ts";

/** A model or adapter that is made in a way the engine does not compute. The message names the field or tensor and its value. */
export class UnsupportedModel extends SpindleError {
  static override readonly meaning: string = "UnsupportedModel";
}
