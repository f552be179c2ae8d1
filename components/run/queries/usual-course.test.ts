import { expect, test } from "vitest";
import { usualPreferenceCourse, usualSftCourse } from "#lib/contract/training/usual-course.ts";
import { jobInputs, newDraft } from "./job-draft.ts";
import { newPreferenceDraft, preferenceInput } from "./preference-draft.ts";
import { proposedCourse, proposedPreferenceCourse } from "./proposed-course.ts";

const MODEL = { mode: "lora", parameters: 2_000_000 } as const;
const SIZES = [1, 5, 19, 40, 120, 400, 5000].flatMap((rows) => [0, 12].map((heldOut) => ({ rows, heldOut })));

test.each(SIZES)("a job of a loop learns %o as the form of a job proposes it", (size) => {
  const draft = { ...newDraft(MODEL), assistantTurns: "last" as const };
  const [proposed] = jobInputs("m", "d", { ...draft, ...proposedCourse(size, draft) });
  const { learningRate: _, ...config } = proposed?.config ?? {};
  const usual = usualSftCourse({}, { ...size, learnsLastReply: true });
  // The form leaves out what a job does anyway.
  expect(usual).toEqual({ nEpochs: 1, keep: "last", ...config });
});

test.each(SIZES)("and so it does with preferences: %o", (size) => {
  const draft = newPreferenceDraft(MODEL);
  const proposed = preferenceInput("m", "d", { ...draft, ...proposedPreferenceCourse(size, draft) });
  const { batchSize, nEpochs, keep = "last" } = proposed?.config ?? {};
  expect(usualPreferenceCourse({ loss: "dpo" }, size)).toEqual({ loss: "dpo", batchSize, nEpochs, keep });
});

test("what a loop says stays", () => {
  const said = { nEpochs: 2, batchSize: 1, keep: "last", assistantTurns: "all" } as const;
  expect(usualSftCourse(said, { rows: 40, heldOut: 12, learnsLastReply: true })).toEqual(said);
  const unmeasured = usualSftCourse(
    { validationEvery: 0 },
    { rows: 40, heldOut: 12, learnsLastReply: false },
  );
  expect(unmeasured).toMatchObject({ keep: "last", assistantTurns: "all" });
});
