import { expect, test } from "vitest";
import { bodyIn, isWaiting, messagesOf, resultsFor } from "./chat-messages.ts";
import { afterEvent, type PlaygroundEvent, type Rounds, shuffled, storedCall } from "./playground-state.ts";
import type { ReplyPart } from "./read-reply.ts";

const aPart = (text: string, more: Partial<ReplyPart> = {}): ReplyPart => ({
  text,
  tokens: [],
  calls: [],
  finishReason: null,
  fingerprint: null,
  completionTokens: null,
  callId: "call",
  ...more,
});

const asked = (id: number, prompt: string): PlaygroundEvent => ({
  type: "asked",
  id,
  prompt,
  order: ["a", "b"],
  isBlind: false,
});

const says = (roundId: number, columnId: string, ...parts: ReplyPart[]): PlaygroundEvent[] => [
  { type: "began", roundId, columnId, model: columnId, seed: 7 },
  { type: "came", roundId, columnId, parts },
  { type: "ended", roundId, columnId, end: "done" },
];

const after = (...events: PlaygroundEvent[]): Rounds => events.reduce(afterEvent, []);
const at = (roundId: number, columnId: string) => ({ roundId, columnId });

test("replies of several columns grow apart, and each says which weights gave it", () => {
  const [round] = after(
    asked(1, "Where?"),
    { type: "began", ...at(1, "a"), model: "agent", seed: 7 },
    { type: "began", ...at(1, "b"), model: "other", seed: 7 },
    { type: "came", ...at(1, "b"), parts: [aPart("Here.")] },
    {
      type: "came",
      ...at(1, "a"),
      parts: [aPart("On its "), aPart("way.", { fingerprint: "x/y/agent:step2" })],
    },
    { type: "ended", ...at(1, "a"), end: "done" },
  );
  expect(round?.replies.a).toMatchObject({ text: "On its way.", end: "done", model: "x/y/agent:step2" });
  expect(round?.replies.b).toMatchObject({ text: "Here.", end: "coming", model: "other" });
});

test("a reply that was cut off by its length is distinguished from a finished one", () => {
  const [round] = after(asked(1, "Where?"), ...says(1, "a", aPart("On", { finishReason: "length" })));
  expect(round?.replies.a?.end).toBe("cut");
});

test("a fault keeps the partial reply and concerns only its column, and a retry starts over", () => {
  const failed: PlaygroundEvent = { type: "failed", ...at(1, "a"), reason: "The sampler stopped" };
  const [first, ...rest] = says(1, "a", aPart("On its"));
  if (!first || !rest[0]) throw new Error("A reply begins and comes");
  const half = after(asked(1, "Where?"), ...says(1, "b", aPart("Here.")), first, rest[0], failed);
  expect(half[0]?.replies.a).toMatchObject({ text: "On its", end: "broken", error: "The sampler stopped" });
  expect(half[0]?.replies.b?.end).toBe("done");
  const again = afterEvent(half, first);
  expect(again[0]?.replies.a).toMatchObject({ text: "", end: "coming", error: null });
});

test("only a whole reply is a call that can be named", () => {
  const whole = after(asked(1, "Where?"), ...says(1, "a", aPart("Here.")));
  expect(storedCall(whole[0]?.replies.a)).toBe("call");
  const stopped = after(
    asked(1, "Where?"),
    { type: "began", ...at(1, "a"), model: "a", seed: 1 },
    { type: "came", ...at(1, "a"), parts: [aPart("He")] },
  );
  expect(storedCall(stopped[0]?.replies.a)).toBe(null);
  const ended = afterEvent(stopped, { type: "ended", ...at(1, "a"), end: "stopped" });
  expect(storedCall(ended[0]?.replies.a)).toBe(null);
});

test("a column is sent its own conversation, with a system message in front", () => {
  const rounds = after(
    asked(1, "Where?"),
    ...says(1, "a", aPart("Here.")),
    ...says(1, "b", aPart("There.")),
    asked(2, "Why?"),
  );
  expect(messagesOf(rounds, at(2, "b"), "Be brief.")).toEqual([
    { role: "system", content: "Be brief." },
    { role: "user", content: "Where?" },
    { role: "assistant", content: "There." },
    { role: "user", content: "Why?" },
  ]);
  expect(messagesOf(rounds, at(1, "b"), " ")).toEqual([{ role: "user", content: "Where?" }]);
});

test("a column that came later, or failed, is not sent questions that it never answered", () => {
  const rounds = after(
    asked(1, "Where?"),
    ...says(1, "a", aPart("Here.")),
    { type: "began", ...at(1, "b"), model: "b", seed: 1 },
    { type: "came", ...at(1, "b"), parts: [aPart("Half")] },
    { type: "failed", ...at(1, "b"), reason: "gone" },
    asked(2, "Why?"),
  );
  for (const columnId of ["b", "c"])
    expect(messagesOf(rounds, at(2, columnId), "")).toEqual([{ role: "user", content: "Why?" }]);
});

const callPiece = (argumentsText: string, name: string | null = null) => ({
  index: 0,
  id: name === null ? null : "c1",
  name,
  argumentsText,
});
const answered = (id: number, content: string): PlaygroundEvent => ({
  type: "asked",
  id,
  prompt: "",
  order: ["a", "b"],
  isBlind: false,
  results: { columnId: "a", roundId: 1, promptRoundId: 1, answers: [{ callId: "c1", content }] },
});
const CALLED = [
  asked(1, "Where?"),
  ...says(
    1,
    "a",
    aPart("", { calls: [callPiece('{"no', "find")] }),
    aPart("", { calls: [callPiece('":7}')] }),
  ),
  ...says(1, "b", aPart("There.")),
];

test("tool results go to the column that called the tools, after its calls", () => {
  const called = after(...CALLED);
  expect(isWaiting(called, at(1, "a"))).toBe(true);
  expect(isWaiting(called, at(1, "b"))).toBe(false);
  const rounds = after(
    ...CALLED,
    answered(2, "shipped"),
    ...says(2, "a", aPart("On its way.")),
    asked(3, "Why?"),
  );
  expect(isWaiting(rounds, at(1, "a"))).toBe(false);
  expect(resultsFor(rounds, at(1, "a"))?.answers).toEqual([{ callId: "c1", content: "shipped" }]);
  expect(messagesOf(rounds, at(3, "a"), "")).toEqual([
    { role: "user", content: "Where?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "find", arguments: '{"no":7}' } }],
    },
    { role: "tool", tool_call_id: "c1", content: "shipped" },
    { role: "assistant", content: "On its way." },
    { role: "user", content: "Why?" },
  ]);
  expect(messagesOf(rounds, at(3, "b"), "")).toEqual([
    { role: "user", content: "Where?" },
    { role: "assistant", content: "There." },
    { role: "user", content: "Why?" },
  ]);
});

test("calls that nobody answered, or whose answer led to nothing, are not sent", () => {
  const unanswered = after(...CALLED, asked(2, "Why?"));
  expect(messagesOf(unanswered, at(2, "a"), "")).toEqual([{ role: "user", content: "Why?" }]);
  expect(isWaiting(unanswered, at(1, "a"))).toBe(false);
  const broken = after(
    ...CALLED,
    answered(2, "shipped"),
    { type: "began", ...at(2, "a"), model: "a", seed: 1 },
    { type: "failed", ...at(2, "a"), reason: "gone" },
    asked(3, "Why?"),
  );
  expect(messagesOf(broken, at(3, "a"), "")).toEqual([{ role: "user", content: "Why?" }]);
});

test("an edited prompt takes the place of its round and of what followed", () => {
  const rounds = after(
    asked(1, "Where?"),
    ...says(1, "a", aPart("Here.")),
    asked(2, "Why?"),
    ...says(2, "a", aPart("So.")),
    { type: "edited", roundId: 2, id: 3, prompt: "When?", order: ["a"], isBlind: false },
  );
  expect(rounds.map(({ prompt }) => prompt)).toEqual(["Where?", "When?"]);
  expect(rounds[1]?.replies).toEqual({});
  // What still comes for the round that is gone is lost with it.
  expect(afterEvent(rounds, { type: "came", ...at(2, "a"), parts: [aPart("late")] })).toEqual(rounds);
});

test("chance gives every order of three columns, and nothing else", () => {
  const orders = new Set<string>();
  for (const first of [0, 0.34, 0.67])
    for (const second of [0, 0.5]) {
      const draws = [first, second];
      orders.add(shuffled(["a", "b", "c"], () => draws.shift() ?? 0).join(""));
    }
  expect([...orders].sort()).toEqual(["abc", "acb", "bac", "bca", "cab", "cba"]);
});

test("a given conversation is sent as it is, with its tools, and nothing that was said before", () => {
  const given = {
    messages: [
      { role: "system", content: "Be short." },
      { role: "user", content: "Where is it?" },
      { role: "assistant", content: "Here." },
    ],
    tools: [{ type: "function", function: { name: "find" } }],
  };
  const rounds = after(
    asked(1, "Hello?"),
    ...says(1, "a", aPart("Hi.")),
    { ...asked(2, "A row"), given } as PlaygroundEvent,
    ...says(2, "a", aPart("solved")),
    asked(3, "Why?"),
  );
  const frame = { system: "Be long.", fields: { model: "agent", seed: 7 } };
  expect(bodyIn(rounds, at(2, "a"), frame)).toEqual({
    ...{ model: "agent", seed: 7, tools: given.tools },
    messages: given.messages,
  });
  expect(messagesOf(rounds, at(3, "a"), "")).toEqual([
    ...given.messages,
    { role: "assistant", content: "solved" },
    { role: "user", content: "Why?" },
  ]);
  expect(bodyIn(rounds, at(1, "a"), frame)).not.toHaveProperty("tools");
});
