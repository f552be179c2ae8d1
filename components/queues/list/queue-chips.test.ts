import { expect, test } from "vitest";
import type { QueueRow, QueueSummary } from "#components/queues/parts/queue-queries.ts";
import { fitsChips, flipChip, readChips, stageOf } from "./queue-chips.ts";

const SUMMARY: QueueSummary = {
  queueId: "q",
  totalItems: 10,
  askedByRuns: 0,
  doneItems: 0,
  startedItems: 0,
  wantedAnswers: 10,
  givenAnswers: 0,
  extraAnswers: 0,
  answersPerHour: null,
  skips: 0,
  flags: 0,
  leftForMe: 0,
  doneByMe: 0,
  skippedByMe: 0,
  peopleHere: [],
  annotators: 0,
  answersLastHour: 0,
  hoursLeft: null,
  lastActivity: null,
};

function queue(
  summary: Partial<QueueSummary>,
  annotatorIds: string[] = [],
  { isArchived = false } = {},
): QueueRow {
  return {
    id: "q",
    projectId: "acme/support",
    name: "Tone",
    description: "",
    scorerRefs: [],
    kind: "single",
    annotatorsPerItem: 1,
    overlapShare: null,
    annotatorIds,
    isBlind: true,
    itemOrder: "oldest",
    showsSuggestions: false,
    skipPolicy: "others",
    skipReasons: [],
    requiresSkipReason: false,
    reservationMinutes: 10,
    requiredRefs: [],
    fieldRules: [],
    isArchived,
    isStrict: false,
    minAgreement: null,
    createdAt: new Date(0),
    createdBy: "u",
    updatedAt: new Date(0),
    deletedAt: null,
    summary: { ...SUMMARY, ...summary },
  };
}

test("Several chips keep the queues that fit all of them", () => {
  const mine = queue({ leftForMe: 2, startedItems: 1 }, ["ida"]);
  expect(fitsChips(mine, ["mine", "needs-me", "in-progress"], "ida")).toBe(true);
  expect(fitsChips(mine, ["mine"], "ben")).toBe(false);
  expect(fitsChips(mine, ["completed"], "ida")).toBe(false);
});

test("An archived queue shows only where archived ones are asked for, and then nothing else does", () => {
  const away = queue({ doneItems: 10 }, ["ida"], { isArchived: true });
  const atWork = queue({ doneItems: 10 }, ["ida"]);
  for (const chips of [[], ["mine"], ["completed"]] as const) {
    expect([away, atWork].filter((one) => fitsChips(one, chips, "ida"))).toEqual([atWork]);
    expect([away, atWork].filter((one) => fitsChips(one, [...chips, "archived"], "ida"))).toEqual([away]);
  }
  expect(fitsChips(away, ["archived", "needs-me"], "ida")).toBe(false);
});

test("A queue that is open to all is assigned to nobody", () => {
  expect(fitsChips(queue({}), ["mine"], "ida")).toBe(false);
});

test("A queue without items is neither in progress nor completed", () => {
  expect(stageOf(queue({ totalItems: 0 }).summary)).toBe("empty");
  expect(stageOf(queue({ doneItems: 10 }).summary)).toBe("completed");
  expect(stageOf(queue({ givenAnswers: 1 }).summary)).toBe("in_progress");
  expect(stageOf(queue({}).summary)).toBe("not_started");
});

test("The address names the chips, and switching one off leaves the others", () => {
  expect(readChips("completed,mine,nonsense")).toEqual(["mine", "completed"]);
  expect(flipChip(["mine", "completed"], "mine")).toBe("completed");
  expect(flipChip(["mine"], "mine")).toBeNull();
  expect(flipChip(["mine"], "needs-me")).toBe("mine,needs-me");
});
