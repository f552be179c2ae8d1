import { expect, test } from "vitest";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import { changesBack, namedIn, selectedCount } from "./item-selection.ts";

function item(id: string, priority: number, assignedTo: string | null): QueueItem {
  return {
    id,
    projectId: "acme/support",
    queueId: "q",
    callId: `call-${id}`,
    callStartedAt: "2026-01-01T00:00:00Z",
    isCallUndated: false,
    callEndedAt: null,
    callOpName: "answer",
    callTraceId: "t",
    displayFields: [],
    addedBy: null,
    annotationState: "unstarted",
    annotatorUserId: null,
    myAnnotationState: "unstarted",
    priority,
    assignedTo,
    pairCallId: null,
    ruleId: null,
    ruleName: null,
    answerCount: 0,
    wantedAnswers: 1,
    flagCount: 0,
    isDecided: false,
    awaited: null,
    askedBy: null,
    createdAt: new Date(0),
    createdBy: "u",
    updatedAt: new Date(0),
    deletedAt: null,
    positionInQueue: 1,
  };
}

const ROWS = [item("a", 0, null), item("b", 5, "ida"), item("c", 0, null)];
const some = (...ids: string[]) => ({ kind: "some" as const, ids: new Set(ids) });

test("Taking a change back gives each item what it had", () => {
  expect(changesBack(some("a", "b", "c"), ROWS, "prioritize")).toEqual([
    { action: "prioritize", itemIds: ["a", "c"], priority: 0 },
    { action: "prioritize", itemIds: ["b"], priority: 5 },
  ]);
  expect(changesBack(some("a", "b"), ROWS, "assign")).toEqual([
    { action: "assign", itemIds: ["a"] },
    { action: "assign", itemIds: ["b"], assignedTo: "ida" },
  ]);
});

test("What is not known of all of them is not offered to be taken back", () => {
  expect(changesBack(some("a", "far"), ROWS, "assign")).toBeNull();
  expect(changesBack({ kind: "all", count: 3 }, ROWS, "assign")).toBeNull();
});

test("All that match are named by the filter, even an empty one, and never by a list", () => {
  const all = { kind: "all" as const, count: 1240 };
  expect(namedIn(all, {})).toEqual({ filter: {} });
  expect(selectedCount(all)).toBe(1240);
  expect(namedIn(some("a"), { isOpen: true })).toEqual({ itemIds: ["a"] });
});
