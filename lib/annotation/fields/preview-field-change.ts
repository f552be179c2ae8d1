import type { Ctx } from "#lib/access/context.ts";
import type { SaidValue } from "#lib/annotation/answers/field-answers.internal.ts";
import { getQueue } from "#lib/annotation/queues/get-queue.ts";
import type { previewFieldChange as contract } from "#lib/contract/annotation/queue-fields.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { planChange, touchOf } from "./field-change.internal.ts";

/** What a change would touch, at this moment. */
export async function previewFieldChange(
  ctx: Ctx,
  input: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { queue } = await getQueue(ctx, input);
  const { said, touched } = await touchOf(ctx, await planChange(ctx, queue, input), queue.annotatorIds);
  return {
    answers: sum(said, "answers"),
    touchedAnswers: sum(touched, "answers"),
    asked: { touched: sum(touched, "askable"), everyone: sum(said, "askable") },
    people: { touched: peopleOf(touched), everyone: peopleOf(said) },
  };
}

function sum(values: readonly SaidValue[], key: "answers" | "askable"): number {
  return values.reduce((all, value) => all + value[key], 0);
}

function peopleOf(values: readonly SaidValue[]): number {
  return new Set(values.flatMap(({ people }) => people)).size;
}
