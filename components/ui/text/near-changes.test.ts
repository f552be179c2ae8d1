import { expect, test } from "vitest";
import { nearChanges } from "./near-changes.ts";
import type { TextChange } from "./text-changes.ts";
import { textChanges } from "./text-changes.ts";

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}`).join("\n");
const same = (text: string): TextChange => ({ kind: "same", text });

test("two lines around a change are kept, and those further off are counted", () => {
  const before = lines(1, 20);
  expect(nearChanges(textChanges(before, before.replace("line 10", "row 10")))).toEqual([
    { kind: "far", lines: 7 },
    {
      kind: "near",
      changes: [
        same("line 8\nline 9\n"),
        { kind: "removed", text: "line" },
        { kind: "added", text: "row" },
        same(" 10\nline 11\nline 12"),
      ],
    },
    { kind: "far", lines: 8 },
  ]);
});

test("between two changes far apart the middle is left out, and between near ones nothing", () => {
  const [a, b]: TextChange[] = [
    { kind: "added", text: "a" },
    { kind: "removed", text: "b" },
  ];
  if (!a || !b) throw new Error("There are two changes");
  expect(nearChanges([a, same(`\n${lines(1, 10)}\n`), b])).toEqual([
    { kind: "near", changes: [a, same("\nline 1\nline 2")] },
    { kind: "far", lines: 6 },
    { kind: "near", changes: [same("line 9\nline 10\n"), b] },
  ]);
  const near = [a, same(`\n${lines(1, 5)}\n`), b];
  expect(nearChanges(near)).toEqual([{ kind: "near", changes: near }]);
});

test("a short text stays whole, and one line is never left out alone", () => {
  const changes = [same(`${lines(1, 3)}\n`), { kind: "added", text: "new" } as const];
  expect(nearChanges(changes)).toEqual([{ kind: "near", changes }]);
  expect(nearChanges([])).toEqual([]);
});
