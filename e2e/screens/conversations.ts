import { randomUUID } from "node:crypto";
import { SERVICE } from "../support/fixtures.ts";

type Turn = { asked: string; answered: string; order?: string; fails?: boolean };

/** Questions of customers of a made-up shop, and the answers they got. */
const DIALOGUES: readonly (readonly Turn[])[] = [
  [
    {
      asked: "Hi, where is my order 88213? It should have come on Tuesday.",
      answered: "I am sorry it is late. It left our warehouse this morning and arrives tomorrow before noon.",
      order: "88213",
    },
    {
      asked: "Can I get the shipping cost back?",
      answered: "Yes. A late delivery costs no shipping: **€4.90** go back to your card within three days.",
    },
    { asked: "Great, thank you.", answered: "You are welcome. Is there anything else I can do for you?" },
  ],
  [
    {
      asked: "I want to return the blue kettle, the lid does not close.",
      answered:
        "That should not happen. You can return it within 30 days:\n\n1. Print the label in your account\n2. Drop it at any post office\n3. The money comes back within five days",
      order: "90412",
    },
    {
      asked: "I have no printer.",
      answered: "Then show the code in the app at the post office; they print it for you.",
    },
  ],
  [
    {
      asked: "Is the oak table also sold in 180 cm?",
      answered: "The oak table comes in 140 and 160 cm. There is no 180 cm version.",
    },
    { asked: "And the walnut one?", answered: "The walnut table comes in 160, 180 and 200 cm." },
    {
      asked: "Please order the walnut one in 180 cm to my address.",
      answered: "I cannot place orders myself. Shall I put it in your basket?",
      fails: true,
    },
  ],
  [
    {
      asked: "How do I change my delivery address?",
      answered:
        "Open **Account**, then **Addresses**, and choose *Edit*. Orders that have left keep the old one.",
    },
  ],
  [
    {
      asked: "The invoice shows the wrong VAT number.",
      answered: "Please send me the right one and I will correct the invoice at once.",
    },
    {
      asked: "It is DE 811 569 869.",
      answered: "Done. The corrected invoice is in your mailbox.",
      order: "77120",
    },
  ],
  [
    {
      asked: "Do you ship to Norway?",
      answered: "Yes, in four to six working days. Customs are paid on delivery.",
    },
    { asked: "How much is it?", answered: "€14.90 up to 10 kg, €29.90 above." },
  ],
];

const MINUTE = 60_000;

/** One stored call of a chat program, with what its model was asked before. */
type StoredCall = Record<string, unknown> & { id: string };

/** Conversations over the last days, as a tracing client sends them: `count` threads with their turns and tool calls. */
export function conversations(count: number, now = Date.now()): StoredCall[] {
  return Array.from({ length: count }, (_, i) => thread(i, now - (10 + i * 97) * MINUTE)).flat();
}

function thread(index: number, startedAt: number): StoredCall[] {
  const turns = DIALOGUES[index % DIALOGUES.length] ?? [];
  const history: { role: string; content: string }[] = [
    { role: "system", content: "You answer customers of a furniture shop. Be short, kind and exact." },
  ];
  return turns.flatMap((turn, n) => {
    history.push({ role: "user", content: turn.asked });
    const asked = [...history];
    history.push({ role: "assistant", content: turn.answered });
    return callsOf(turn, {
      asked,
      thread: `support-${4700 + index}`,
      at: startedAt + n * 2 * MINUTE,
      seed: index * 7 + n,
    });
  });
}

type Place = { asked: { role: string; content: string }[]; thread: string; at: number; seed: number };

function callsOf(turn: Turn, { asked, thread: threadId, at, seed }: Place): StoredCall[] {
  const id = randomUUID();
  const durationMs = 600 + ((seed * 733) % 3_900);
  const base = {
    project_id: SERVICE.project,
    trace_id: id,
    thread_id: threadId,
    attributes: { model: "shop-assistant-2" },
  };
  const span = (from: number, to: number) => ({
    started_at: new Date(at + from).toISOString(),
    ended_at: new Date(at + to).toISOString(),
  });
  const answer = { role: "assistant", content: turn.answered };
  const messages = turn.order ? [...asked, ...lookUp(turn.order)] : asked;
  const call: StoredCall = {
    ...base,
    ...span(0, durationMs),
    id,
    turn_id: id,
    op_name: "answer_customer",
    inputs: { messages },
    ...(turn.fails
      ? { exception: "TimeoutError: the basket service did not answer in 3 s" }
      : { output: answer }),
    summary: {
      usage: { "shop-assistant-2": { prompt_tokens: 180 + seed * 3, completion_tokens: 24 + (seed % 40) } },
    },
  };
  if (!turn.order) return [call];
  const tool: StoredCall = {
    ...base,
    ...span(80, 260),
    id: randomUUID(),
    parent_id: id,
    turn_id: id,
    op_name: "look_up_order",
    inputs: { order: turn.order },
    output: { order: turn.order, status: "in transit", carrier: "Posten" },
    summary: {},
  };
  return [call, tool];
}

function lookUp(order: string) {
  const call = {
    id: `call_${order}`,
    type: "function",
    function: { name: "look_up_order", arguments: JSON.stringify({ order }) },
  };
  return [
    { role: "assistant", content: "", tool_calls: [call] },
    {
      role: "tool",
      tool_call_id: call.id,
      content: JSON.stringify({ order, status: "in transit", carrier: "Posten" }),
    },
  ];
}
