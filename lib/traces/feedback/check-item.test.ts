import { expect, test } from "vitest";
import { FeedbackItem } from "#lib/contract/traces/feedback.ts";
import * as z from "#lib/contract/zod.ts";
import { checkItem } from "./check-item.internal.ts";

const ref = (kind: string, name: string) => `weave:///acme/bot/${kind}/${name}`;

function check(more: Record<string, unknown>) {
  const item = z.decode(FeedbackItem, {
    project_id: "acme/bot",
    weave_ref: ref("call", "c1"),
    payload: {},
    ...more,
  });
  return checkItem(item, () => null);
}

const note = (text: unknown) => ({ feedback_type: "wandb.note.1", payload: { note: text } });
const runnable = {
  feedback_type: "wandb.runnable.judge",
  payload: { output: null },
  runnable_ref: ref("op", "judge:d1"),
  call_ref: ref("call", "c2"),
};

const preference = (more: Record<string, unknown> = {}) => ({
  feedback_type: "spindle.preference.1",
  payload: { verdict: "first", second_ref: ref("call", "c2"), strength: "much", ...more },
});
const correction = (payload: Record<string, unknown>) => ({ feedback_type: "spindle.correction.1", payload });

test.each<[string, Record<string, unknown>]>([
  ["a preference", preference()],
  ["a tie without a strength", preference({ verdict: "tie", strength: null })],
  ["a preference that says nothing of its strength", preference({ strength: undefined })],
  ["a corrected answer", correction({ path: "output.choices", text: "" })],
  ["a note of one character", note("a")],
  ["a note of 1024 characters", note("🎱".repeat(1024))],
  ["a reaction", { feedback_type: "wandb.reaction.1", payload: { emoji: "🎉" } }],
  ["a runnable op with its call", runnable],
  [
    "a runnable object without a call",
    { ...runnable, runnable_ref: ref("object", "judge:d1"), call_ref: null },
  ],
  ["a runnable with confidences", { ...runnable, scorer_tag_confidences: { a: 0, b: 1 } }],
  [
    "an agent monitor's",
    { ...runnable, feedback_type: "wandb.agent_monitor", payload: {}, trigger_ref: ref("object", "m:d") },
  ],
  ["a user's on an agent", { feedback_type: "wandb.agent_user_feedback", scorer_tags: ["good"] }],
  ["free-form", { feedback_type: "anything at all", payload: { a: [1] } }],
  ["of a name that JavaScript knows", { feedback_type: "constructor" }],
])("feedback is taken: %s", (_, item) => {
  expect(() => check(item)).not.toThrow();
});

test.each<[string, Record<string, unknown>]>([
  ["a preference without a verdict", preference({ verdict: undefined })],
  ["a verdict that nobody knows", preference({ verdict: "left" })],
  ["a preference for one call alone", preference({ second_ref: undefined })],
  ["a preference of a call over itself", preference({ second_ref: ref("call", "c1") })],
  ["a preference over an object", preference({ second_ref: ref("object", "c2:d") })],
  ["a preference over a call elsewhere", preference({ second_ref: "weave:///acme/other/call/c2" })],
  ["a strength that nobody knows", preference({ strength: "rather" })],
  ["a preference about an object", { ...preference(), weave_ref: ref("object", "a:d") }],
  ["a correction without a text", correction({ path: "output" })],
  ["a correction of nothing", correction({ path: "", text: "better" })],
  ["an empty note", note("")],
  ["a note of 1025 characters", note("a".repeat(1025))],
  ["a note that is not text", note(5)],
  ["two emoji", { feedback_type: "wandb.reaction.1", payload: { emoji: "🎉🎉" } }],
  ["no emoji", { feedback_type: "wandb.reaction.1", payload: { emoji: "yes" } }],
  ["a runnable without its ref", { ...runnable, runnable_ref: null }],
  ["a runnable op without its call", { ...runnable, call_ref: null }],
  ["a runnable without output", { ...runnable, payload: {} }],
  ["a runnable of another name", { ...runnable, runnable_ref: ref("op", "other:d1") }],
  ["a runnable that is a call", { ...runnable, runnable_ref: ref("call", "judge") }],
  ["a call_ref that is not a call", { ...runnable, call_ref: ref("object", "c2:d") }],
  ["an agent monitor's without trigger", { ...runnable, feedback_type: "wandb.agent_monitor" }],
  ["a user's on an agent without tags", { feedback_type: "wandb.agent_user_feedback" }],
  ["an annotation_ref on a note", { ...note("a"), annotation_ref: ref("object", "a:d") }],
  ["a runnable_ref on free-form feedback", { feedback_type: "x", runnable_ref: ref("op", "a:d") }],
  ["a trigger_ref on a note", { ...note("a"), trigger_ref: ref("object", "a:d") }],
  ["scorer tags on a note", { ...note("a"), scorer_tags: ["x"] }],
  ["a confidence above one", { ...runnable, scorer_tag_confidences: { a: 1.5 } }],
  ["an annotation whose spec is unknown", annotation({ annotation_ref: ref("object", "a:d") })],
  [
    "an annotation without a name",
    { ...annotation({ annotation_ref: ref("object", "a:d") }), feedback_type: "wandb.annotation." },
  ],
])("feedback is refused: %s", (_, item) => {
  expect(() => check(item)).toThrow();
});

function annotation(more: Record<string, unknown>) {
  return { feedback_type: "wandb.annotation.a", payload: { value: 1 }, ...more };
}

test("a preference is stored with its reference in the one spelling and its strength said", () => {
  const item = preference({ second_ref: "other:///acme/bot/call/c2", strength: undefined });
  expect(check(item)).toEqual({ verdict: "first", second_ref: ref("call", "c2"), strength: null });
});
