import { expect, test } from "vitest";
import { countChanges } from "./count-changes.ts";

type Row = { id: string; turns: number };
const BY = { idOf: ({ id }: Row) => id, versionOf: ({ turns }: Row) => String(turns) };

test("rows that came and rows that changed are counted apart; order and rows that left count for nothing", () => {
  const shown = [
    { id: "a", turns: 1 },
    { id: "b", turns: 1 },
    { id: "c", turns: 4 },
  ];
  const fresh = [
    { id: "d", turns: 1 },
    { id: "b", turns: 2 },
    { id: "a", turns: 1 },
  ];
  expect(countChanges(shown, fresh, BY)).toEqual({ added: 1, changed: 1, areMixed: false });
  const none = { added: 0, changed: 0, areMixed: false };
  expect(countChanges(shown, shown.toReversed(), BY)).toEqual(none);
  expect(countChanges(shown, fresh.toReversed(), BY)).toEqual({ added: 1, changed: 1, areMixed: true });
});
