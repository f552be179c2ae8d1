// Reads large training data that stand in a request, which would keep every other one waiting in the main thread.
import { parentPort, workerData } from "node:worker_threads";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { readInlineData } from "./read-inline-data.internal.ts";

export type InlineAnswer = { bytes: Uint8Array<ArrayBuffer> } | { problems: readonly Problem[] };

// `keepSource` hands over the reference.
const answer = await answerTo(workerData as string);
parentPort?.postMessage(answer, "bytes" in answer ? [answer.bytes.buffer] : []);

async function answerTo(reference: string): Promise<InlineAnswer> {
  try {
    return { bytes: new Uint8Array((await readInlineData(reference)).buffer) };
  } catch (error) {
    if (error instanceof InvalidRequest) return { problems: error.problems };
    throw error;
  }
}
