import { InvalidRequest } from "#lib/platform/errors.ts";
import { runInThread } from "#lib/platform/run-in-thread.ts";
import { type Checked, checkRows, type RowsFound } from "./check-rows.internal.ts";
import type { CheckAnswer, CheckRequest } from "./check-rows-thread.ts";

/** What is read at once: its tokens take 50 ms at most, even where all of it is one row. */
const SHORT_BYTES = 65_536;

/** `checkRows`, beside everybody else: a row may have megabytes, and counting its tokens cannot be interrupted. */
export async function checkFile(
  path: string,
  { sizeBytes, ...asked }: Checked & { sizeBytes: number },
): Promise<RowsFound> {
  if (sizeBytes <= SHORT_BYTES) return checkRows(path, asked);
  const { format, shape = null, maxRows, signal } = asked;
  const request: CheckRequest = { path, shape, maxRows, modelFolder: format.modelFolder };
  const work = { file: "lib/training/files/check-rows-thread.ts", request, signal };
  // Our own thread wrote the answer; its form is what the type says.
  const answer = (await runInThread({ ...work, line: "checks" })) as CheckAnswer;
  if ("problems" in answer) throw new InvalidRequest([...answer.problems]);
  return answer;
}
