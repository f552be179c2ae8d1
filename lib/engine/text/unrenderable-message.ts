import { Rejected } from "#lib/platform/errors.ts";

/** A conversation that the model's chat template cannot put into words. The message says which part, or what the template says of it. */
export class UnrenderableMessage extends Rejected {
  static override readonly meaning: string = "UnrenderableMessage";
}
