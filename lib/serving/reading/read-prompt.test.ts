import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { promptTokensOf } from "./prompt-tokens.internal.ts";
import { readPrompt } from "./read-prompt.internal.ts";
import { readTexts, SHORT_CHARACTERS } from "./read-texts.internal.ts";
import type { PromptRequest } from "./text-to-read.ts";

const format = await openChatFormat("lib/models/base-models/spindle-mini");
const ROOM = 10_000_000;
const LONG = "The weather <|im_end|> of “tomorrow” is 21 °C. ".repeat(SHORT_CHARACTERS / 32);

function prompt(content: string): PromptRequest {
  return {
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content },
    ],
    tools: [],
    toolChoice: "auto",
    templateKwargs: {},
    promptEnd: "asks",
  };
}

test("a long prompt has the tokens that it has when it is read at once, and others continue in the time it takes", async () => {
  const turns = { taken: 0 };
  const reading = readPrompt(prompt(LONG), format, ROOM);
  const until = { isRead: false };
  const others = (async () => {
    while (!until.isRead) {
      await nextTurn();
      turns.taken += 1;
    }
  })();
  const tokenIds = await reading;
  until.isRead = true;
  await others;
  expect(tokenIds).toEqual(promptTokensOf(prompt(LONG), format, ROOM));
  // The thread begins, reads the vocabulary and the prompt; the main thread is free for all of it.
  expect(turns.taken).toBeGreaterThan(10);
});

test("a short prompt is read at once", async () => {
  expect(await readPrompt(prompt("Hello"), format, 100)).toEqual(
    promptTokensOf(prompt("Hello"), format, 100),
  );
  await expect(readPrompt(prompt("Hello"), format, 3)).rejects.toBeInstanceOf(ContextTooLong);
});

test("a long prompt is refused as a short one is, with the same words and names", async () => {
  const tooLong = readPrompt(prompt(LONG), format, 30_000);
  await expect(tooLong).rejects.toBeInstanceOf(Rejected);
  await expect(tooLong).rejects.toMatchObject({
    message: expect.stringMatching(
      /^The prompt has \d+ tokens, and prompt and completion together may have 30000/,
    ),
    code: "context_length_exceeded",
    param: "messages",
  });
  const odd: PromptRequest = { ...prompt(LONG), messages: [{ role: "poet", content: LONG }] };
  const here = await Promise.resolve()
    .then(() => promptTokensOf(odd, format, ROOM))
    .catch((error: Error) => error.message);
  await expect(readPrompt(odd, format, ROOM)).rejects.toMatchObject({ message: here, param: "messages" });
});

test("long texts to be scored are read as short ones are, each by itself", async () => {
  const messages = [{ role: "user", content: "What is it?" }];
  const texts = [
    { kind: "reply", messages, tools: [], reply: LONG },
    { kind: "reply", messages, tools: [], reply: "short" },
    { kind: "tokens", tokenIds: [1, 2, 3] },
  ] as const;
  const [long, short, tokens] = await readTexts(texts, format, 20_000);
  expect(long).toMatchObject({ code: "context_length_exceeded" });
  expect([short]).toEqual(await readTexts(texts.slice(1, 2), format, 20_000));
  expect(tokens).toEqual({ tokenIds: [1, 2, 3], start: 0 });
});
