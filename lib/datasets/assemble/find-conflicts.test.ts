import { expect, test } from "vitest";
import { findConflicts, type Taught } from "./find-conflicts.ts";

const row = (itemId: string, asked: string, taught: string): Taught => ({ itemId, asked, taught });

test("rows of one prompt that teach different values are named by the first of them", () => {
  const rows = [
    row("a", "Where is it?", "delivery"),
    row("b", "Money back?", "refund"),
    null,
    row("c", "Where is it?", "refund"),
    row("d", "Money back?", "refund"),
    row("e", "Where is it?", "delivery"),
  ];
  expect(findConflicts(rows)).toEqual([0, null, null, 0, null, 0]);
});

test("several answers to one item are held against those of others, and not against each other", () => {
  expect(findConflicts([row("a", "x", "yes"), row("a", "x", "no")])).toEqual([null, null]);
  expect(findConflicts([row("a", "x", "yes"), row("a", "x", "no"), row("b", "x", "no")])).toEqual([0, 0, 0]);
});
