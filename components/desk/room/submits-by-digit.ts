import type { Draft } from "#components/desk/state/draft.ts";
import type { AnnotationField, FieldInput } from "#components/queues/parts/annotation-field.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";

const CLOSED_KINDS: readonly FieldInput["kind"][] = ["boolean", "choice", "integer"];

type Said = {
  fields: readonly Pick<AnnotationField, "input">[];
  draft: { correction: Pick<NonNullable<Draft["correction"]>, "text"> | null; note: { text: string } } | null;
};

/**
 * Where there is one question with a few answers, the answer is all that there is to say, and its digit submits it. Somebody who has written
 * a better answer or a note says more than that, and may not be done: there the digit only picks.
 */
export function submitsByDigit({ fields, draft }: Said, { kind }: Pick<Queue, "kind">): boolean {
  const [only, second] = fields;
  const isAlone = only !== undefined && !second && CLOSED_KINDS.includes(only.input.kind);
  const isUnwritten = !draft?.correction && !draft?.note.text.trim();
  return kind === "single" && isAlone && isUnwritten;
}
