// Turns long texts into tokens, which takes a second for each megabyte; in the main thread every reply would wait for it.
import { parentPort, workerData } from "node:worker_threads";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { readText } from "./read-text.internal.ts";
import type { RefusedText, ScoreText } from "./text-to-read.ts";

export type ReadTextsRequest = {
  readonly texts: readonly ScoreText[];
  readonly modelFolder: string;
  readonly contextLength: number;
};

/** Of each text: tokens travel as one array of numbers, which is handed over and not copied. */
export type ReadTextsAnswer = readonly (
  | RefusedText
  | { readonly tokenIds: Uint32Array; readonly start: number }
)[];

// `readTexts` hands it over.
const { texts, modelFolder, contextLength } = workerData as ReadTextsRequest;
const format = await openChatFormat(modelFolder);
const answer: ReadTextsAnswer = texts.map((text) => {
  const read = readText(text, format, contextLength);
  return "tokenIds" in read ? { ...read, tokenIds: Uint32Array.from(read.tokenIds) } : read;
});
parentPort?.postMessage(answer);
