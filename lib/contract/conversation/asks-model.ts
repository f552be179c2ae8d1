import { isDict } from "#lib/contract/fields.ts";
import { readMessages } from "./read-messages.ts";

type Recorded = { readonly inputs: unknown; readonly output?: unknown };

/**
 * Whether a call asked a model: it was handed a conversation, and names the model, or gave something that reads as a reply or nothing at all.
 * Retrieval and other tools are handed the conversation too, and give data.
 */
export function asksModel({ inputs, output }: Recorded): boolean {
  if (!isDict(inputs) || !Array.isArray(inputs.messages) || inputs.messages.length === 0) return false;
  if (typeof inputs.model === "string" || output === null || output === undefined) return true;
  return readMessages(null, output).length > 0;
}
