import { beforeAll, expect, test } from "vitest";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { readSftRow, renderRow } from "#lib/training/trajectories/render-row.ts";
import { SftTally } from "./sft-tally.internal.ts";

let format: ChatFormat;
beforeAll(async () => {
  format = await openChatFormat("lib/models/base-models/spindle-mini");
});

/** Rows of the same length, each of them different. */
const ROWS = Array.from({ length: 300 }, (_, n) => aRow(`Question number ${100 + n}?`));

function tallied(tokenisedCharacters: number) {
  const tally = new SftTally({
    format,
    learning: sftSettings({ batchSize: 4 }, { isDataset: false }),
    tokenisedCharacters,
  });
  for (const [at, text] of ROWS.entries()) tally.take(text, at + 1);
  return tally.result();
}

test("counts beyond the tokenised part are extrapolated from it, and marked as such", () => {
  const [whole, part] = [tallied(1e9), tallied(4_000)];
  expect(whole).toMatchObject({ rows: 300, steps: 75, isEstimated: false });
  expect(part).toMatchObject({ rows: 300, steps: 75, duplicateRows: 0, isEstimated: true });
  expect(part.tokens / whole.tokens).toBeCloseTo(1, 1);
  expect(part.trainableTokens / whole.trainableTokens).toBeCloseTo(1, 1);
});

test("no more than twenty problems are reported", () => {
  const tally = new SftTally({
    format,
    learning: sftSettings({}, { isDataset: false }),
    tokenisedCharacters: 1e9,
  });
  for (let line = 1; line <= 30; line++) tally.take("not JSON", line);
  expect(tally.isFull).toBe(true);
  expect(tally.result().problems).toHaveLength(20);
});

test("a long row is tokenised in a thread, and counted as if it had been here", async () => {
  const long = aRow("Is it so? ".repeat(20_000));
  const lengths: number[] = [];
  const watched: ChatFormat = {
    ...format,
    segments: (messages, options) => {
      lengths.push(JSON.stringify(messages).length);
      return format.segments(messages, options);
    },
  };
  const learning = sftSettings({ batchSize: 1 }, { isDataset: false });
  const tally = new SftTally({ format: watched, learning, tokenisedCharacters: 1e9 });
  for (const [at, text] of [aRow("a"), long, aRow("b")].entries()) tally.take(text, at + 1);
  await tally.settle();
  expect(Math.max(...lengths)).toBeLessThanOrEqual(65_536);
  const { tokenIds } = renderRow(readSftRow(JSON.parse(long), 2), { format, turns: "all" });
  const { longestRowTokens, tokens, rows, problems } = tally.result();
  expect({ rows, problems, longestRowTokens }).toEqual({
    rows: 3,
    problems: [],
    longestRowTokens: tokenIds.length,
  });
  expect(tokens).toBeGreaterThan(tokenIds.length);
});
