import { isDict } from "#lib/contract/fields.ts";

/** What the copies that people compare blindly are called; rules leave them alone. */
export const BLIND_OP_NAME = "blind_answer";

/** The question that both answers are to, where that stands in no message: the name of its object, and its spec. */
export type BlindQuestion = { readonly objectId: string; readonly spec: Readonly<Record<string, unknown>> };

/** How the inputs of a copy hold it. */
export function blindQuestionInput({ objectId, spec }: BlindQuestion): Record<string, unknown> {
  return { asked: { object_id: objectId, spec } };
}

/** Null of calls that are no such copies, and of copies whose messages say all that was asked. */
export function blindQuestionOf({
  opName,
  inputs,
}: {
  opName: string;
  inputs: unknown;
}): BlindQuestion | null {
  const asked = opName === BLIND_OP_NAME && isDict(inputs) && isDict(inputs.asked) ? inputs.asked : {};
  const { object_id: objectId, spec } = asked;
  return typeof objectId === "string" && isDict(spec) ? { objectId, spec } : null;
}
