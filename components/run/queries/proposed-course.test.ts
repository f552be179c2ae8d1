import { expect, test } from "vitest";
import { newDraft } from "./job-draft.ts";
import { newPreferenceDraft } from "./preference-draft.ts";
import {
  epochsReason,
  preferenceEpochsReason,
  proposedCourse,
  proposedPreferenceCourse,
} from "./proposed-course.ts";

const DRAFT = newDraft({ mode: "lora", parameters: 0 });

test("few rows are proposed to be read often, and the best step kept where rows are held out", () => {
  expect(proposedCourse({ rows: 19, heldOut: 5 }, DRAFT)).toEqual({ epochs: "20", keep: "best" });
  expect(proposedCourse({ rows: 19, heldOut: 0 }, DRAFT)).toEqual({ epochs: "20", keep: "last" });
  expect(proposedCourse({ rows: 5_000, heldOut: 500 }, DRAFT)).toEqual({ epochs: "1", keep: "last" });
  expect(proposedCourse({ rows: null, heldOut: 0 }, DRAFT)).toEqual({ epochs: "1", keep: "last" });
});

test("a file to measure by shows which step is best, and what is never measured does not", () => {
  const size = { rows: 40, heldOut: 0 };
  expect(proposedCourse(size, { ...DRAFT, validationDataUrl: "file-2" }).keep).toBe("best");
  expect(proposedCourse({ ...size, heldOut: 4 }, { ...DRAFT, validationEvery: "0" }).keep).toBe("last");
});

test("of several batch sizes the one with the fewest steps counts, and one that is none is not counted", () => {
  const epochs = (batchSize: string) =>
    proposedCourse({ rows: 240, heldOut: 0 }, { ...DRAFT, batchSize }).epochs;
  expect([epochs("4"), epochs("4, 80"), epochs("nothing"), epochs("0")]).toEqual(["4", "20", "4", "4"]);
});

test("the reason says rows, epochs and steps, and nothing of many rows", () => {
  expect(epochsReason({ rows: 19, leftOut: 0 }, { ...DRAFT, epochs: "20" })).toBe(
    "19 rows: 20 epochs, 100 steps. In one epoch so few rows teach little.",
  );
  const none = { leftOut: 0 };
  const typed = (epochs: string) => epochsReason({ rows: 19, ...none }, { ...DRAFT, epochs });
  expect(typed("30")).toBe(
    "Proposed for 19 rows: 20 epochs, 100 steps. In one epoch so few rows teach little.",
  );
  // Beside what cannot be used, another number would read as its own.
  expect([typed("1500"), typed("many"), typed("")]).toEqual([null, null, null]);
  expect([
    epochsReason({ rows: 5_000, ...none }, DRAFT),
    epochsReason({ rows: null, ...none }, DRAFT),
  ]).toEqual([null, null]);
});

test("steps are those of the rows that are learned, and not said before it is known which are left out", () => {
  expect(epochsReason({ rows: 759, leftOut: 29 }, { ...DRAFT, epochs: "2" })).toBe(
    "730 of 759 rows: 2 epochs, 366 steps. In one epoch so few rows teach little.",
  );
  expect(epochsReason({ rows: 759, leftOut: null }, { ...DRAFT, epochs: "2" })).toBe(
    "759 rows: 2 epochs. In one epoch so few rows teach little.",
  );
});

test("few pairs are proposed to be read more than twice, with the reason, and the best step kept where rows are held out", () => {
  const draft = newPreferenceDraft({ mode: "lora", parameters: 0 });
  const at = (rows: number | null, heldOut = 0) => proposedPreferenceCourse({ rows, heldOut }, draft);
  expect(at(21)).toEqual({ epochs: "10", keep: "last" });
  expect(at(40, 6)).toEqual({ epochs: "8", keep: "best" });
  expect(at(176, 20)).toEqual({ epochs: "2", keep: "last" });
  expect(at(null)).toEqual({ epochs: "2", keep: "last" });
  expect(preferenceEpochsReason({ rows: 21 }, { ...draft, epochs: "1500" })).toBeNull();
  expect(preferenceEpochsReason({ rows: 21 }, { ...draft, epochs: "10" })).toBe(
    "21 rows: 10 epochs. In 2 epochs so few rows hardly move the model.",
  );
  expect(preferenceEpochsReason({ rows: 176 }, draft)).toBeNull();
});
