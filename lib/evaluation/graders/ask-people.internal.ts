import type { Human } from "#lib/contract/evaluation/grader.ts";
import { Unscored } from "./grade-result.ts";
import type { Sample } from "./sample.ts";
import type { GraderServices } from "./services.ts";

/** What the value that people gave is worth. */
export async function askPeople(
  grader: Human,
  { callId }: Sample,
  services: GraderServices,
): Promise<number> {
  if (callId === undefined)
    throw new Unscored("no_answer", "The sample is not a stored call, so nobody can have answered about it");
  if (!services.humanValue) throw new Unscored("not_available", "No queue can be read here");
  const { queueId, field, minAnswers } = grader;
  return worthOf(await services.humanValue({ callId, queueId, field, minAnswers }), grader.scores);
}

/** Numbers are worth themselves, true is 1 and false is 0 where nothing is said. */
function worthOf(value: unknown, scores: Human["scores"]): number {
  const named = String(value);
  if (scores && Object.hasOwn(scores, named)) return scores[named] ?? 0;
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  throw new Unscored(
    "unreadable_answer",
    `People answered "${named.slice(0, 200)}"; say in scores what it is worth`,
  );
}
