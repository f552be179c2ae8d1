import { expect, test } from "vitest";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { historyCalls } from "./history-calls.ts";
import { madeBy } from "./made-calls.ts";
import { notRepeated } from "./repeated-calls.ts";

const aCall = (
  id: string,
  parentId: string | null,
  opName: string,
  inputs: Call["inputs"],
  output: unknown,
): Call => ({
  id,
  projectId: "acme/support",
  opName,
  traceId: "trace",
  startedAt: `2026-01-05T09:30:${id.padStart(2, "0")}Z`,
  parentId,
  attributes: {},
  inputs,
  output,
});

const says = (role: string, content: string) => ({ role, content });
const uses = (id: string, name: string, given: object) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(given) } }],
});
const gives = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });

const PARCEL = [
  says("system", "Be short."),
  says("user", "Where is LL-2041?"),
  uses("a", "find_order", { order: "LL-2041", fields: ["place"] }),
  gives("a", '{"status":"on its way"}'),
];
const NEIGHBOUR = [
  ...PARCEL,
  says("assistant", "On its way."),
  says("user", "To my neighbour, please."),
  uses("b", "find_order", { order: "LL-2041", fields: ["place"] }),
  gives("b", '{"status":"on its way"}'),
  uses("c", "change_delivery", { to: "neighbour" }),
];

const namesOf = (made: ReturnType<typeof madeBy>) => made.map(({ id, card }) => `${id} ${card.call.name}`);

test("a call that repeats a tool call of the messages is not shown again, unless it shows more than they do", () => {
  const turn = aCall("10", null, "answer", { messages: NEIGHBOUR }, says("assistant", "Done."));
  const traced = [
    aCall(
      "11",
      "10",
      "Shop.find_order",
      { self: {}, fields: ["place"], order: "LL-2041", deep: false },
      "on its way",
    ),
    aCall("12", "10", "change_delivery", { to: "neighbour" }, { ok: true }),
    aCall("13", "10", "find_order", { order: "LL-2041", fields: ["place"] }, "asked once more"),
    aCall("14", "10", "find_order", { order: "LL-9999", fields: ["place"] }, null),
  ];
  const messages = readMessages(turn.inputs, turn.output);
  // The messages lack a result of the second call, and have the first one of this exchange once.
  expect(namesOf(notRepeated(madeBy(turn, traced), messages))).toEqual([
    "12 change_delivery",
    "13 find_order",
    "14 find_order",
  ]);
  const below = aCall("15", "11", "read_cache", {}, null);
  expect(namesOf(notRepeated(madeBy(turn, [...traced, below]), messages))).toEqual([
    "11 Shop.find_order",
    "15 read_cache",
    "12 change_delivery",
    "13 find_order",
    "14 find_order",
  ]);
  expect(namesOf(notRepeated(madeBy(turn, traced), readMessages("Where is it?", "There.")))).toHaveLength(4);
});

test("what earlier turns called stands at their questions in a history that is sent again", () => {
  const asked = [says("user", "A table, please."), says("assistant", "Where?"), says("user", "In Rome.")];
  const first = aCall("20", null, "answer", { messages: asked.slice(0, 1) }, "Where?");
  const lost = aCall("22", null, "answer", { messages: [says("user", "Hello?")] }, null);
  const second = aCall("24", null, "answer", { messages: asked }, "Da Enzo.");
  const third = {
    messages: [...asked, says("assistant", "Da Enzo."), says("user", "Take it.")],
  };
  const traced = [
    aCall("21", "20", "look_up", { word: "table" }, null),
    aCall("23", "22", "look_up", { word: "hello" }, null),
    aCall("25", "24", "find", { city: "Rome" }, ["Da Enzo"]),
  ];
  const found = historyCalls(readMessages(third, "Booked."), [first, lost, second], traced);
  expect([...found].map(([index, made]) => [index, namesOf(made)])).toEqual([
    [0, ["21 look_up"]],
    [2, ["25 find"]],
  ]);
  const repeating = {
    messages: [...NEIGHBOUR, gives("c", "{}"), says("assistant", "Done."), says("user", "Thanks.")],
  };
  const repeated = aCall("30", null, "answer", { messages: PARCEL.slice(0, 2) }, "On its way.");
  const tool = aCall("31", "30", "find_order", { order: "LL-2041", fields: ["place"] }, "on its way");
  expect(historyCalls(readMessages(repeating, "You are welcome."), [repeated], [tool]).size).toBe(0);
});
