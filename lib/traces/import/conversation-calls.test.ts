import fs from "node:fs";
import { expect, test } from "vitest";
import { CompleteCall } from "#lib/contract/traces/call-fields.ts";
import { untoldTimesIn } from "#lib/contract/traces/untold-times.ts";
import * as z from "#lib/contract/zod.ts";
import { conversationCalls, TURN_OP } from "./conversation-calls.ts";
import { readConversation } from "./read-conversation.ts";

const callsOf = (record: unknown) => conversationCalls(readConversation(JSON.stringify(record)));
const said = (role: string, content: string, rest: object = {}) => ({ role, content, ...rest });

const TWO_TURNS = {
  messages: [
    said("user", "Hi"),
    said("assistant", "Hello"),
    said("user", "Bye"),
    said("assistant", "See you soon"),
  ],
};
const WITH_SERVICE = {
  dialogue_id: "d1",
  turns: [
    { speaker: "user", text: "A table, please." },
    {
      speaker: "system",
      text: "Done.",
      service_calls: [
        { service: "Tables", method: "Find", parameters: {}, results: [] },
        { service: "Tables", method: "Reserve", parameters: { seats: "2" }, results: [{ ok: "True" }] },
      ],
    },
  ],
};

test("each exchange is a turn of one thread, with what was said before and the answer", () => {
  const turns = callsOf(TWO_TURNS);
  expect(new Set(turns.map((turn) => turn.threadId)).size).toBe(1);
  expect(turns.map(({ id, turnId, parentId, opName }) => [id === turnId, parentId, opName])).toEqual([
    [true, undefined, TURN_OP],
    [true, undefined, TURN_OP],
  ]);
  expect(turns.map(({ inputs, output }) => [inputs, output])).toEqual([
    [{ messages: TWO_TURNS.messages.slice(0, 1) }, TWO_TURNS.messages[1]],
    [{ messages: TWO_TURNS.messages.slice(0, 3) }, TWO_TURNS.messages[3]],
  ]);
});

test("tool calls of the assistant are children of the turn, in its trace, thread and time", () => {
  const [turn, ...nested] = callsOf(WITH_SERVICE);
  expect(turn?.threadId).toBe("d1");
  expect(nested).toHaveLength(2);
  for (const call of nested) {
    expect(call).toMatchObject({
      parentId: turn?.id,
      turnId: turn?.id,
      traceId: turn?.traceId,
      threadId: "d1",
    });
    expect(call.startedAt >= (turn?.startedAt ?? "")).toBe(true);
    expect(call.endedAt <= (turn?.endedAt ?? "")).toBe(true);
    expect(call.endedAt >= call.startedAt).toBe(true);
  }
  expect(nested[1]).toMatchObject({
    opName: "Tables.Reserve",
    inputs: { seats: "2" },
    output: [{ ok: "True" }],
  });
});

test("ids and times are the same in every run, and other content has others", () => {
  expect(callsOf(TWO_TURNS)).toEqual(callsOf(TWO_TURNS));
  const other = callsOf({ messages: [...TWO_TURNS.messages.slice(0, 3), said("assistant", "Ciao")] });
  const ids = [...callsOf(TWO_TURNS), ...other, ...callsOf(WITH_SERVICE)].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a conversation that grew from one line to the next shares the turns that were there", () => {
  const [short, long] = [TWO_TURNS.messages.slice(0, 2), TWO_TURNS.messages];
  const before = callsOf({ thread_id: "t", messages: short });
  const after = callsOf({ thread_id: "t", messages: long });
  expect(after[0]).toEqual(before[0]);
  expect(after).toHaveLength(2);
});

test("times of the data are kept", () => {
  const [turn] = callsOf({
    messages: [
      said("user", "Hi", { timestamp: "2025-03-01T10:00:00Z" }),
      said("assistant", "Hello", { timestamp: 1740823205 }),
    ],
  });
  expect([turn?.startedAt, turn?.endedAt]).toEqual(["2025-03-01T10:00:00.000Z", "2025-03-01T10:00:05.000Z"]);
});

const HI = [said("user", "Hi"), said("assistant", "Hello")];
const AT = "2025-03-01T10:00:00Z";

test.each<[string, object, object]>([
  ["nothing", { messages: HI }, { untold: ["date", "duration"] }],
  ["a beginning", { messages: HI, created_at: AT }, { untold: ["duration"] }],
  ["a latency", { messages: HI, latency_ms: 1200 }, { ms: 1200, untold: ["date"] }],
  ["a latency in its metadata", { messages: HI, metadata: { latency_ms: 7 } }, { ms: 7, untold: ["date"] }],
  [
    "both ends",
    { input: "Hi", output: "Hello", start_time: AT, end_time: "2025-03-01T10:00:01.2Z" },
    { ms: 1200, untold: [] },
  ],
  [
    "a latency with its unit",
    { input: "Hi", output: "Hello", latency: "1.2 s" },
    { ms: 1200, untold: ["date"] },
  ],
  ["a number without a unit", { messages: HI, latency: 1.2 }, { untold: ["date", "duration"] }],
  ["seconds", { messages: HI, duration_seconds: 2 }, { ms: 2000, untold: ["date"] }],
  ["nonsense", { messages: HI, latency_ms: -4 }, { untold: ["date", "duration"] }],
  [
    "an answer's latency",
    { messages: [HI[0], { ...HI[1], duration_ms: 5 }], timestamp: AT },
    { ms: 5, untold: [] },
  ],
  [
    "when the answer came, and what it took",
    { messages: [HI[0], { ...HI[1], timestamp: AT, latency_ms: 500 }] },
    { ms: 500, untold: [] },
  ],
])(
  "a source with %s of its times has the missing ones marked",
  (_, record, { ms, untold }: { ms?: number; untold?: string[] }) => {
    const [turn] = callsOf(record);
    expect(untoldTimesIn(turn?.attributes)).toEqual(untold);
    if (ms !== undefined)
      expect(Date.parse(turn?.endedAt ?? "") - Date.parse(turn?.startedAt ?? "")).toBe(ms);
  },
);

test("what a conversation of several answers took is none of theirs", () => {
  const turns = callsOf({ ...TWO_TURNS, created_at: AT, duration_ms: 60_000 });
  expect(turns.map(({ attributes }) => untoldTimesIn(attributes))).toEqual([
    ["duration"],
    ["date", "duration"],
  ]);
});

test("a conversation with only a start time is placed there", () => {
  const [first, second] = callsOf({ ...TWO_TURNS, created_at: "2025-03-01T10:00:00Z" });
  expect(first?.startedAt).toBe("2025-03-01T10:00:00.000Z");
  expect((second?.startedAt ?? "") > (first?.endedAt ?? "")).toBe(true);
  expect(second?.startedAt.slice(0, 13)).toBe("2025-03-01T10");
});

test("made-up times run forward, and longer answers take longer", () => {
  const turns = callsOf({
    messages: Array.from({ length: 20 }, (_, i) =>
      said(i % 2 === 0 ? "user" : "assistant", "word ".repeat(1 + i * i)),
    ),
  });
  const spans = turns.map(({ startedAt, endedAt }) => [Date.parse(startedAt), Date.parse(endedAt)] as const);
  const moments = spans.flat();
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
  const durations = spans.map(([start, end]) => end - start);
  expect(durations.at(-1)).toBeGreaterThan(3 * (durations[0] ?? Number.POSITIVE_INFINITY));
});

test("every call fits the contract, whatever names the data brings", () => {
  const odd = {
    thread_id: "x".repeat(300),
    messages: [
      said("user", "\u0000\ud800"),
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: 1, function: { name: "\u0000" } }, { function: {} }],
      },
      { role: "assistant", content: [{ type: "text", text: "Hi" }] },
    ],
  };
  for (const call of callsOf(odd)) {
    const wire = z.encode(CompleteCall, call);
    expect(z.safeDecode(CompleteCall, wire).error).toBeUndefined();
  }
  expect(callsOf(odd).map(({ opName }) => opName)).toEqual([TURN_OP, "tool", "tool"]);
});

test("each turn of the sample conversations has a date, so that the list of their threads says when they were", () => {
  const lines = fs.readFileSync("examples/conversations.jsonl", "utf8").trim().split("\n");
  const calls = lines.flatMap((line) => conversationCalls(readConversation(line)));
  const turns = calls.filter(({ id, turnId }) => id === turnId);
  const undated = turns.filter(({ attributes }) => untoldTimesIn(attributes).includes("date"));
  expect(undated.map(({ threadId, id }) => `${threadId} ${id}`)).toEqual([]);
});
