import { expect, test } from "vitest";
import {
  afterEvent,
  type Conversation,
  type ConversationEvent,
  messagesOf,
  NEW_CONVERSATION,
} from "./conversation-state.ts";
import type { ReplyPart } from "./read-reply.ts";

const part = (text: string, more: Partial<ReplyPart> = {}): ConversationEvent => ({
  type: "came",
  part: { text, finishReason: null, fingerprint: null, completionTokens: null, ...more },
});
const after = (...events: ConversationEvent[]): Conversation => events.reduce(afterEvent, NEW_CONVERSATION);
const ASKED: ConversationEvent[] = [
  { type: "asked", text: "Where is it?" },
  { type: "began", model: "agent" },
];

test("a reply grows with its parts and says which weights gave it", () => {
  const { turns } = after(...ASKED, part("On its "), part("way.", { fingerprint: "a/b/agent:step2" }), {
    type: "ended",
    end: "done",
  });
  expect(turns.at(-1)).toMatchObject({ text: "On its way.", end: "done", model: "a/b/agent:step2" });
});

test("a reply that had no more room is told from one that was finished", () => {
  const { turns } = after(...ASKED, part("On", { finishReason: "length" }), { type: "ended", end: "done" });
  expect(turns.at(-1)).toMatchObject({ end: "cut" });
});

test("a fault keeps the question and what came of the answer", () => {
  const failed: ConversationEvent = { type: "failed", reason: "The sampler stopped" };
  const half = after(...ASKED, part("On its"), failed);
  expect(half.turns.map(({ text }) => text)).toEqual(["Where is it?", "On its"]);
  expect(half.error).toBe("The sampler stopped");
  const none = after(...ASKED, failed);
  expect(none.turns.map(({ text }) => text)).toEqual(["Where is it?"]);
});

test("asking again replaces the reply that broke off, and the model never sees it", () => {
  const half = after(...ASKED, part("On its"), { type: "failed", reason: "gone" });
  expect(messagesOf(half, "")).toEqual([{ role: "user", content: "Where is it?" }]);
  const again = afterEvent(half, { type: "began", model: "agent" });
  expect(again.turns.map(({ text }) => text)).toEqual(["Where is it?", ""]);
  expect(again.error).toBeNull();
});

test("a stopped reply stays part of the conversation, and a system message goes in front", () => {
  const stopped = after(...ASKED, part("On its"), { type: "ended", end: "stopped" });
  expect(messagesOf(stopped, "Be brief.")).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: "Where is it?" },
    { role: "assistant", content: "On its" },
  ]);
});
