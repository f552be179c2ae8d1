import { expect, test } from "vitest";
import { ApiError } from "#lib/client/api-error.ts";
import { isFinal, plainReason, troubleOf } from "./sending-rules.ts";

const answer = (status: number, code: string | null = null) =>
  new ApiError("no", { status, problems: [], code, requestId: null });

test.each([400, 403, 404, 422])("a %i is final at once", (status) => {
  expect(isFinal(answer(status), 1)).toBe(true);
});

test.each([408, 429, 500, 503])("a %i is tried again, but not for ever", (status) => {
  expect([1, 2, 3, 4].map((failures) => isFinal(answer(status), failures))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("a conflict is final where it says which one, and else may be the same act that still runs", () => {
  expect(isFinal(answer(409, "stale"), 1)).toBe(true);
  expect(isFinal(answer(409), 1)).toBe(false);
});

test("without a connection or a session trying never ends", () => {
  expect(isFinal(new TypeError("Failed to fetch"), 1_000)).toBe(false);
  expect(isFinal(answer(401), 1_000)).toBe(false);
});

test("a refusal says what it means for the item", () => {
  const kinds = [answer(404), answer(409, "stale"), answer(409, "slot_taken"), answer(403)];
  expect(kinds.map((error) => troubleOf(error, { feedback: [] }).kind)).toEqual([
    "gone",
    "stale",
    "lost",
    "refused",
  ]);
});

test("that an item was removed is said in the words of the desk", () => {
  const said = "Queue item 01a2 not found in queue 01b3; list the items of that queue";
  const error = new ApiError(said, { status: 404, problems: [], requestId: null });
  expect(troubleOf(error, { feedback: [] }).reason).toBe("Somebody removed it, or its call was deleted.");
});

test("a fault of one answer is shown at its field, and any other only in the reason", () => {
  const about = { projectId: "acme/support", weaveRef: "weave:///acme/support/call/1", payload: {} };
  const feedback = [
    {
      ...about,
      feedbackType: "wandb.annotation.tone",
      annotationRef: "weave:///acme/support/object/tone:v0",
    },
    { ...about, feedbackType: "wandb.note.1" },
  ];
  const problems = [
    { type: "value_error", loc: ["body", "feedback", 0, "payload", "value"], msg: "must be one of 3" },
    { type: "value_error", loc: ["body", "feedback", 1, "payload"], msg: "too long" },
    { type: "value_error", loc: ["body", "skip_reason"], msg: "needed" },
  ];
  const error = new ApiError("three faults", { status: 422, problems, requestId: null });
  expect(troubleOf(error, { feedback })).toEqual({
    kind: "refused",
    reason: "three faults.",
    problems: { "weave:///acme/support/object/tone:v0": "must be one of 3", note: "too long" },
  });
});

test("the holder of an item and the time left are shown without ids and exact times", () => {
  const now = new Date("2026-01-05T09:30:00Z");
  expect(
    plainReason("Item 0199-ab is reserved by Ada until 2026-01-05T09:42:10.000Z; take another one.", now),
  ).toBe("It is reserved by Ada for another 12 min; take another one.");
  expect(plainReason("The run that asked about queue item 0199-ab has ended.", now)).toBe(
    "The run that asked about this item has ended.",
  );
  expect(
    plainReason("The deadline of the run that asked about queue item 0199-ab has passed, and so on.", now),
  ).toBe("The deadline of the run that asked about this item has passed, and so on.");
});
