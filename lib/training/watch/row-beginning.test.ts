import { expect, test } from "vitest";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { readSftRow, renderRow } from "#lib/training/trajectories/render-row.ts";
import { rowBeginning } from "./row-beginning.ts";

/** What would keep everybody waiting here. */
const unasked = (): never => {
  throw new Error("The tokens of a long row were asked for in the main thread");
};

test("a long row is turned into tokens in a thread, and its first ones are those that it has here", async () => {
  const format = await openChatFormat("lib/models/base-models/spindle-mini");
  const row = readSftRow(JSON.parse(aRow("a", "lorem ipsum ".repeat(10_000))), 1);
  const whole = renderRow(row, { format, turns: "all" });
  const watched = { ...format, segments: unasked };
  const found = await rowBeginning(row, { format: watched, turns: "all", tokens: 100 });
  expect(found).toEqual({
    tokenIds: whole.tokenIds.slice(0, 100),
    positions: whole.positions.filter((position) => position < 100),
    tokenCount: whole.tokenIds.length,
  });
});

test("a long row that cannot be written is refused as a short one is", async () => {
  const format = await openChatFormat("lib/models/base-models/spindle-mini");
  const [short, long] = [1, 100_000].map((times) => ({
    ...readSftRow(JSON.parse(aRow("a".repeat(times))), 3),
    messages: [
      { role: "nobody", content: "a".repeat(times) },
      { role: "assistant", content: "a" },
    ],
  }));
  const refusal = async (row: typeof short) => {
    if (!row) throw new Error("There is no row");
    return rowBeginning(row, { format, turns: "all", tokens: 9 }).then(String, ({ message }) => message);
  };
  expect(await refusal(long)).toBe(await refusal(short));
  expect(await refusal(long)).toContain("line 3");
});
