import type { ServerResponse } from "node:http";
import { RateLimited } from "#lib/platform/errors.ts";
import { scoreTexts } from "#lib/serving/scoring/score-texts.ts";
import type { ScoreTurns } from "#lib/serving/scoring/score-turns.ts";
import type { Gate } from "./gate.internal.ts";
import type { PolicyStore } from "./policy-store.ts";
import { isPolicyFault } from "./sampler-fault.internal.ts";
import type { ScoreCall } from "./sampler-protocol.ts";
import { writeFault } from "./write-fault.internal.ts";

type Answering = { readonly store: PolicyStore; readonly scoreGate: Gate; readonly turns: ScoreTurns };

/** Answers the scores of all texts at once. */
export async function answerScore(
  { policy, fairnessKey, texts, topLogprobs }: ScoreCall,
  response: ServerResponse,
  { store, scoreGate, turns }: Answering,
): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const leave = scoreGate.enter(fairnessKey, 1);
  if (!leave)
    return writeFault(response, new RateLimited("Too many texts are waiting; try again shortly", 1));
  try {
    const lent = await store.borrowScorer(policy, gone.signal);
    try {
      const scores = await scoreTexts(lent, texts, {
        ...(topLogprobs === null ? {} : { topLogprobs }),
        signal: gone.signal,
        inTurn: (run) => turns.take(fairnessKey, run),
      });
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ scores }));
    } catch (error) {
      if (!gone.signal.aborted && isPolicyFault(error)) lent.retire();
      throw error;
    } finally {
      lent.release();
    }
  } catch (error) {
    if (!gone.signal.aborted) writeFault(response, error);
  } finally {
    leave();
  }
}
