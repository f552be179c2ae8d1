import { expect, test } from "vitest";
import { queueFaults } from "./queue-faults.ts";

const QUEUES = [
  { id: "a", name: "Labels", isArchived: false },
  { id: "b", name: "Old", isArchived: true },
];
const said = (into: string | null, queue: string | null) =>
  queueFaults({ into, queue }, QUEUES, "threads").map(({ name, text }) => [name, text]);

test("queues that are there are no fault, and one that is archived can be read but not chosen for", () => {
  expect(said(null, null)).toEqual([]);
  expect(said("a", "b")).toEqual([]);
  expect(said("b", null)).toEqual([
    ["into", "“Old” is archived and takes nothing more, so threads cannot be chosen for it."],
  ]);
});

test("a queue that is not there is named, cut where an address has made it long", () => {
  expect(said("nope", "gone")).toEqual([
    [
      "into",
      "There is no queue nope in this project, so threads cannot be chosen for it. It may have been deleted.",
    ],
    ["queue", "There is no queue gone in this project, so no threads are in it. It may have been deleted."],
  ]);
  expect(said(null, "x".repeat(50))[0]?.[1]).toContain(`queue ${"x".repeat(39)}… in`);
});
