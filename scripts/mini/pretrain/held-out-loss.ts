import type { Trainer } from "#lib/engine/port/port.ts";
import { heldOutExercise, KIND_NAMES } from "../corpus/corpus.ts";
import type { Encode } from "../encode.ts";

const EXERCISES_PER_KIND = 40;

/** Mean −log probability, in nats, of the tokens of replies that training never saw; all kinds alike. */
export async function heldOutLoss(trainer: Trainer, encode: Encode): Promise<number> {
  const exercises = KIND_NAMES.flatMap((kind) =>
    Array.from({ length: EXERCISES_PER_KIND }, (_, number) => encode(heldOutExercise(kind, number))),
  );
  const scores = await trainer.score(exercises);
  let sum = 0;
  let count = 0;
  for (const [i, { isReply }] of exercises.entries())
    for (const [t, reply] of isReply.entries()) {
      if (!reply) continue;
      sum -= scores[i]?.logprobs[t] ?? 0;
      count += 1;
    }
  return sum / count;
}
