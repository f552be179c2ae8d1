import { Rejected } from "#lib/platform/errors.ts";
import { runInThread } from "#lib/platform/run-in-thread.ts";
import type { RowOptions, SftRow } from "#lib/training/trajectories/render-row.ts";
import { beginningOf, type RowBeginning } from "./beginning-of.internal.ts";
import type { BeginningAnswer, BeginningRequest } from "./row-beginning-thread.ts";

export type { RowBeginning };

/** What is read at once, which takes 50 ms at most. */
const SHORT_CHARACTERS = 65_536;

/** A row as its first tokens, and how many it has. A long one is read in a thread. Throws `Rejected` for one that cannot be written. */
export async function rowBeginning(
  row: SftRow,
  { format, turns, tokens }: RowOptions & { tokens: number },
): Promise<RowBeginning> {
  if (JSON.stringify(row).length <= SHORT_CHARACTERS) return beginningOf(row, { format, turns, tokens });
  const request: BeginningRequest = { row, turns, tokens, modelFolder: format.modelFolder };
  const work = { file: "lib/training/watch/row-beginning-thread.ts", request };
  // Our own thread wrote the answer; its form is what the type says.
  const answer = (await runInThread({ ...work, line: "checks" })) as BeginningAnswer;
  if ("refused" in answer) throw new Rejected(answer.refused);
  return answer;
}
