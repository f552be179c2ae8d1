import { UnrenderableMessage } from "#lib/engine/text/unrenderable-message.ts";
import { Rejected } from "#lib/platform/errors.ts";

/** Renders; throws `Rejected` with the place and the template's reason where the chat template cannot write the conversation. */
export function orRejected<T>(place: string, render: () => T): T {
  try {
    return render();
  } catch (error) {
    if (!(error instanceof UnrenderableMessage)) throw error;
    throw new Rejected(`${place}: ${error.message}`);
  }
}
