import { expect, test } from "vitest";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { preferenceSettings } from "#lib/training/preference/preference-settings.ts";
import { PreferenceTally } from "./preference-tally.internal.ts";

test("a long pair is tokenised in a thread", async () => {
  const format = await openChatFormat("lib/models/base-models/spindle-mini");
  const lengths: number[] = [];
  const watched: ChatFormat = {
    ...format,
    segments: (messages, options) => {
      lengths.push(JSON.stringify(messages).length);
      return format.segments(messages, options);
    },
  };
  const settings = preferenceSettings({ loss: "dpo" });
  const tally = new PreferenceTally({ format: watched, settings, tokenisedCharacters: 1e9 });
  const aPair = (chosen: string) => JSON.stringify({ prompt: "Is it so?", chosen, rejected: "no" });
  for (const [at, text] of [aPair("yes"), aPair("yes ".repeat(30_000))].entries()) tally.take(text, at + 1);
  await tally.settle();
  expect(Math.max(...lengths)).toBeLessThanOrEqual(65_536);
  const { rows, problems, tooLongRows, longestRowTokens } = tally.result();
  expect({ rows, problems, tooLongRows }).toEqual({ rows: 2, problems: [], tooLongRows: 1 });
  expect(longestRowTokens).toBeGreaterThan(30_000);
});
