import { expect, test } from "vitest";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import { feedbackName, feedbackValue, sortFeedback } from "./sort-feedback.ts";

function aRow(id: string, type: string, payload: Record<string, unknown>): FeedbackRow {
  return {
    id,
    project_id: "local/playground",
    weave_ref: "weave:///local/playground/call/c",
    wb_user_id: "u",
    creator: null,
    created_at: "2026-01-05T09:30:00.000Z",
    feedback_type: type,
    payload,
    annotation_ref: null,
    runnable_ref: null,
    call_ref: null,
    trigger_ref: null,
    queue_id: null,
    scorer_tags: [],
    scorer_tag_reasons: {},
    scorer_tag_confidences: {},
    scorer_ratings: {},
    scorer_rating_reasons: {},
    scorer_rating_confidences: {},
  };
}

test("the same emoji of several people is one reaction", () => {
  const rows = [
    aRow("1", "wandb.reaction.1", { emoji: "👍" }),
    aRow("2", "wandb.note.1", { note: "odd" }),
    aRow("3", "wandb.reaction.1", { emoji: "👍" }),
    aRow("4", "wandb.annotation.quality", { value: 4 }),
  ];
  const { reactions, notes, values } = sortFeedback(rows);
  expect(reactions.map(({ emoji, rows: given }) => [emoji, given.length])).toEqual([["👍", 2]]);
  expect([notes, values].map((list) => list.map(({ id }) => id))).toEqual([["2"], ["4"]]);
});

test("feedback of unknown type or shape is shown rather than lost", () => {
  const rows = [aRow("1", "our.own", { stars: 3 }), aRow("2", "wandb.reaction.1", { emoji: 7 })];
  expect(sortFeedback(rows).values).toEqual(rows);
});

test("annotations and scores go by their own name and value", () => {
  expect(feedbackName("wandb.annotation.quality")).toBe("quality");
  expect(feedbackName("our.own")).toBe("our.own");
  expect(feedbackValue(aRow("1", "wandb.annotation.ok", { value: false }))).toBe(false);
  expect(feedbackValue(aRow("1", "wandb.runnable.len", { output: { n: 1 } }))).toEqual({ n: 1 });
  expect(feedbackValue(aRow("1", "our.own", { stars: 3 }))).toEqual({ stars: 3 });
});
