import type { ReplyPart, ReplyToken } from "./read-reply.ts";

/** What became of a reply. */
export type ReplyEnd = "coming" | "done" | "cut" | "stopped" | "broken";

export type Reply = {
  text: string;
  tokens: readonly ReplyToken[];
  end: ReplyEnd;
  /** What was asked, or which weights answered where the server said so. */
  model: string;
  seed: number;
  completionTokens: number | null;
  /** The call it is stored as, once it is whole. */
  callId: string | null;
  /** Why it broke off, or never began. */
  error: string | null;
};

/** One prompt, and what each column said to it. */
export type Round = {
  id: number;
  prompt: string;
  replies: Readonly<Record<string, Reply>>;
  /** Columns as they stand on the page, from the left. */
  order: readonly string[];
  /** Whether the names are hidden until somebody has voted. */
  isBlind: boolean;
};

export type Rounds = readonly Round[];

type At = { roundId: number; columnId: string };
type Asked = Pick<Round, "id" | "prompt" | "order" | "isBlind">;

export type PlaygroundEvent =
  | ({ type: "asked" } & Asked)
  /** Takes the place of a round and of those behind it. */
  | ({ type: "edited"; roundId: number } & Asked)
  | ({ type: "began"; model: string; seed: number } & At)
  | ({ type: "came"; parts: readonly ReplyPart[] } & At)
  | ({ type: "ended"; end: "done" | "stopped" } & At)
  | ({ type: "failed"; reason: string } & At)
  | { type: "cleared" };

/** The conversation of all columns after something happened. What was said is never lost by a fault. */
export function afterEvent(before: Rounds, event: PlaygroundEvent): Rounds {
  if (event.type === "cleared") return [];
  if (event.type === "asked") return [...before, roundOf(event)];
  if (event.type === "edited") return [...before.filter(({ id }) => id < event.roundId), roundOf(event)];
  const { roundId, columnId } = event;
  return before.map((round) => {
    if (round.id !== roundId) return round;
    const reply = replyAfter(round.replies[columnId], event);
    return reply ? { ...round, replies: { ...round.replies, [columnId]: reply } } : round;
  });
}

function roundOf({ id, prompt, order, isBlind }: Asked): Round {
  return { id, prompt, order, isBlind, replies: {} };
}

type ReplyEvent = Extract<PlaygroundEvent, At>;

function replyAfter(before: Reply | undefined, event: ReplyEvent): Reply | undefined {
  if (event.type === "began") {
    const { model, seed } = event;
    return { ...NEW_REPLY, model, seed };
  }
  if (!before) return undefined;
  if (event.type === "came") return withParts(before, event.parts);
  if (event.type === "failed") return { ...before, end: "broken", callId: null, error: event.reason };
  if (event.end === "stopped") return { ...before, end: "stopped", callId: null };
  // What the server said of the end is more exact than that the stream was read to it.
  return { ...before, end: before.end === "cut" ? "cut" : "done" };
}

const NEW_REPLY = {
  text: "",
  tokens: [],
  end: "coming",
  completionTokens: null,
  callId: null,
  error: null,
} satisfies Partial<Reply>;

function withParts(reply: Reply, parts: readonly ReplyPart[]): Reply {
  const last = <K extends "fingerprint" | "completionTokens" | "callId">(key: K) =>
    parts.findLast((part) => part[key] !== null)?.[key] ?? null;
  return {
    ...reply,
    text: reply.text + parts.map(({ text }) => text).join(""),
    tokens: [...reply.tokens, ...parts.flatMap(({ tokens }) => tokens)],
    end: parts.some(({ finishReason }) => finishReason === "length") ? "cut" : reply.end,
    model: last("fingerprint") ?? reply.model,
    completionTokens: last("completionTokens") ?? reply.completionTokens,
    callId: last("callId") ?? reply.callId,
  };
}

/** The call of a reply that is whole; others are not stored. */
export function storedCall(reply: Reply | undefined): string | null {
  return reply && (reply.end === "done" || reply.end === "cut") ? reply.callId : null;
}

/** What a column is sent in a round: its own conversation up to the prompt, without the rounds it said nothing in. */
export function messagesOf(
  rounds: Rounds,
  { roundId, columnId }: At,
  system: string,
): { role: string; content: string }[] {
  const messages = system.trim() === "" ? [] : [{ role: "system", content: system }];
  for (const { id, prompt, replies } of rounds) {
    if (id > roundId) break;
    const reply = replies[columnId];
    const isSaid = id < roundId && reply && reply.text !== "" && reply.end !== "broken";
    if (id === roundId || isSaid) messages.push({ role: "user", content: prompt });
    if (isSaid) messages.push({ role: "assistant", content: reply.text });
  }
  return messages;
}

/** The same columns in an order that chance gives; `random` is from 0 to 1. */
export function shuffled(columnIds: readonly string[], random: () => number): string[] {
  const order = [...columnIds];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] ?? "", order[i] ?? ""];
  }
  return order;
}
