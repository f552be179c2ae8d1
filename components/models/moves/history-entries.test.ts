import { expect, test } from "vitest";
import type { AliasMove } from "#lib/contract/evaluation/aliases.ts";
import type { Promotion } from "#lib/contract/evaluation/promotions.ts";
import { historyEntries } from "./history-entries.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 0, minute));
const move = (minute: number) => ({ id: `move ${minute}`, movedAt: at(minute) }) as AliasMove;
const refusal = (minute: number) => ({ id: `refusal ${minute}`, decidedAt: at(minute) }) as Promotion;

const idsOf = (entries: ReturnType<typeof historyEntries>) =>
  entries.map((entry) => (entry.is === "move" ? entry.move.id : entry.refusal.id));

test("refusals stand between the moves, where they happened", () => {
  const moves = [move(30), move(10)];
  const refusals = [refusal(40), refusal(20), refusal(5)];
  expect(idsOf(historyEntries(moves, refusals, { hasMore: false }))).toEqual([
    ...["refusal 40", "move 30", "refusal 20", "move 10", "refusal 5"],
  ]);
  expect(idsOf(historyEntries(moves, refusals, { hasMore: true }))).toEqual([
    ...["refusal 40", "move 30", "refusal 20", "move 10"],
  ]);
  expect(idsOf(historyEntries([], refusals.slice(2), { hasMore: false }))).toEqual(["refusal 5"]);
});
