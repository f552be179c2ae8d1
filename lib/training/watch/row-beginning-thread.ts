// Turns a long row into tokens; in the main thread everybody would wait for it.
import { parentPort, workerData } from "node:worker_threads";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { RowOptions, SftRow } from "#lib/training/trajectories/render-row.ts";
import { beginningOf, type RowBeginning } from "./beginning-of.internal.ts";

export type BeginningRequest = {
  readonly row: SftRow;
  readonly turns: RowOptions["turns"];
  readonly tokens: number;
  readonly modelFolder: string;
};

export type BeginningAnswer = RowBeginning | { readonly refused: string };

// `rowBeginning` hands it over.
const { row, turns, tokens, modelFolder } = workerData as BeginningRequest;
parentPort?.postMessage(await answerOf());

async function answerOf(): Promise<BeginningAnswer> {
  const format = await openChatFormat(modelFolder);
  try {
    return beginningOf(row, { format, turns, tokens });
  } catch (error) {
    if (error instanceof Rejected) return { refused: error.message };
    throw error;
  }
}
