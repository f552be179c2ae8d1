import { beforeAll, expect, test } from "vitest";
import type { ChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
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
