import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { runInThread } from "#lib/platform/run-in-thread.ts";
import { type ReadText, readText } from "./read-text.internal.ts";
import type { ReadTextsAnswer, ReadTextsRequest } from "./read-texts-thread.ts";
import type { RefusedText, ScoreText } from "./text-to-read.ts";

/** Characters that are read at once. A thread takes longer to begin than these take to be read. */
export const SHORT_CHARACTERS = 65_536;

const THREAD = "lib/serving/reading/read-texts-thread.ts";

/** The tokens of each text, or why it has none. Long texts are read in a thread: samplers and scorers keep their pace. */
export async function readTexts(
  texts: readonly ScoreText[],
  format: ChatFormat,
  contextLength: number,
): Promise<(ReadText | RefusedText)[]> {
  if (charactersIn(texts) <= SHORT_CHARACTERS)
    return texts.map((text) => readText(text, format, contextLength));
  const request: ReadTextsRequest = { texts, modelFolder: format.modelFolder, contextLength };
  // Our own thread wrote the answer; its form is what the type says.
  const answer = (await runInThread({ file: THREAD, request })) as ReadTextsAnswer;
  return answer.map((one) =>
    "tokenIds" in one ? { start: one.start, tokenIds: Array.from(one.tokenIds) } : one,
  );
}

/** Of all texts at any depth, names of fields among them; numbers are tokens already. */
export function charactersIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let characters = 0;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === "number") continue;
    characters += (Array.isArray(value) ? 0 : name.length) + charactersIn(member);
  }
  return characters;
}
