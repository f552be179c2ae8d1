import { Rejected } from "#lib/platform/errors.ts";

/** A conversation that the model's chat template cannot render. The message names the part, or is the template's own. */
export class UnrenderableMessage extends Rejected {
  static override readonly meaning: string = "UnrenderableMessage";
}
