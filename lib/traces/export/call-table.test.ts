import { expect, test } from "vitest";
import { callTable } from "./call-table.ts";
import type { CallRow } from "./calls-of-month.ts";

const ABOUT = { project: "acme/support", month: "2026-02" };

function aRow(n: number, inputs: string): CallRow {
  return {
    id: `c${n}`,
    traceId: "t",
    opName: "chat",
    startedAt: "2026-02-01T00:00:00.000001Z",
    inputs: JSON.stringify(inputs),
  };
}

test("no more is read than is sent, however many calls there are and however large they are", async () => {
  let drawn = 0;
  async function* endless() {
    for (;;) yield [aRow(drawn++, "x".repeat(100_000))];
  }
  const sent = callTable(endless(), ABOUT);
  await sent.next();
  expect(drawn).toBe(0);
  for (let group = 1; group <= 4; group++) {
    const { value } = await sent.next();
    // The repetition is compressed away; what counts is how many calls make a group of two megabytes.
    expect(value).toBeInstanceOf(Uint8Array);
    expect(drawn).toBe(21 * group);
  }
  await sent.return(undefined);
});

test("one call that is larger than a group is a group of its own", async () => {
  let drawn = 0;
  async function* two() {
    for (; drawn < 2; drawn++) yield [aRow(drawn, String(drawn).repeat(5_000_000))];
  }
  const parts = await Array.fromAsync(callTable(two(), ABOUT));
  expect(parts).toHaveLength(4);
});
