import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { trainingExercise } from "./corpus/corpus.ts";
import { type Encode, openEncoder } from "./encode.ts";
import type { Exercise } from "./exercise.ts";
import { CONTEXT_LENGTH } from "./model/shape.ts";
import { writeTextFiles } from "./model/text-files.ts";
import { renderExercise } from "./render.ts";

describe("conversations as spindle-mini learns them", () => {
  let folder: string;
  let format: ChatFormat;
  let encode: Encode;
  const exercises = Array.from({ length: 400 }, (_, number) => trainingExercise(number));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "spindle-mini-"));
    await writeTextFiles(folder);
    writeFileSync(join(folder, "config.json"), JSON.stringify({ max_position_embeddings: CONTEXT_LENGTH }));
    format = await openChatFormat(folder);
    encode = await openEncoder(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("are what the chat template writes, with replies where the service trains them", () => {
    for (const exercise of exercises) {
      const segments = format.segments(exercise.messages, { tools: exercise.tools ?? null });

      expect(replies(renderExercise(exercise))).toEqual(
        replies(segments.map(({ text, messageIndex }) => ({ text, isReply: messageIndex !== null }))),
      );
    }
  });

  test("have the tokens that the service gives them", () => {
    for (const exercise of exercises) {
      const text = renderExercise(exercise)
        .map((piece) => piece.text)
        .join("");

      expect(encode(exercise).tokenIds).toEqual(format.tokenizer.encode(text));
    }
  });

  test("have prompts that end where the last reply begins", () => {
    for (const exercise of exercises) {
      const { tokenIds, isReply } = encode(exercise);
      const start = isReply.lastIndexOf(false, isReply.lastIndexOf(true)) + 1;

      expect(tokenIds.slice(0, start)).toEqual(promptOf(exercise));
    }
  });

  test("fit into the context, nearly all of them", () => {
    const tooLong = exercises.filter((exercise) => encode(exercise).tokenIds.length > CONTEXT_LENGTH);

    expect(tooLong.length).toBeLessThan(exercises.length / 100);
  });

  function promptOf({ messages, tools }: Exercise): number[] {
    return format.promptTokens(messages.slice(0, -1), { tools: tools ?? null });
  }
});

/** Neighbouring pieces of one kind are one, however they were cut. */
function replies(pieces: readonly { text: string; isReply: boolean }[]): string[] {
  const merged: string[] = [];
  let last: boolean | null = null;
  for (const { text, isReply } of pieces) {
    if (text === "") continue;
    if (isReply === last) merged.push(`${merged.pop()}${text}`);
    else merged.push(`${isReply ? "reply" : "context"}: ${text}`);
    last = isReply;
  }
  return merged;
}
