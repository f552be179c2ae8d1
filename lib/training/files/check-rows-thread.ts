// Reads a file of rows and counts their tokens; in the main thread everybody would wait for a long row.
import { parentPort, workerData } from "node:worker_threads";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { checkRows, type RowsFound, type Shape } from "./check-rows.internal.ts";

export type CheckRequest = {
  readonly path: string;
  readonly shape: Shape | null;
  readonly maxRows: number | undefined;
  readonly modelFolder: string;
};

export type CheckAnswer = RowsFound | { readonly problems: readonly Problem[] };

// `checkFile` hands it over.
const { path, shape, maxRows, modelFolder } = workerData as CheckRequest;
parentPort?.postMessage(await answerOf());

async function answerOf(): Promise<CheckAnswer> {
  try {
    return await checkRows(path, { format: await openChatFormat(modelFolder), shape, maxRows });
  } catch (error) {
    if (error instanceof InvalidRequest) return { problems: error.problems };
    throw error;
  }
}
