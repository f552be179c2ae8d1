// Reads large training data that stand in a request, which would keep every other one waiting in the main thread.
import { parentPort, workerData } from "node:worker_threads";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { readInlineData } from "./read-inline-data.internal.ts";
import { type RowShape, rowShapeOf } from "./row-shape.ts";

/** The reference, and the loss that decides what its rows must be. */
export type InlineRequest = { reference: string; loss: RowShape["loss"] };
export type InlineAnswer = { bytes: Uint8Array<ArrayBuffer> } | { problems: readonly Problem[] };

// `keepSource` hands it over.
const answer = await answerTo(workerData as InlineRequest);
parentPort?.postMessage(answer, "bytes" in answer ? [answer.bytes.buffer] : []);

async function answerTo({ reference, loss }: InlineRequest): Promise<InlineAnswer> {
  try {
    return { bytes: new Uint8Array((await readInlineData(reference, rowShapeOf(loss))).buffer) };
  } catch (error) {
    if (error instanceof InvalidRequest) return { problems: error.problems };
    throw error;
  }
}
