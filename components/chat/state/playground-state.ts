import type { ChatFrame } from "./chat-frame.ts";
import type { ReplyPart, ReplyToken } from "./read-reply.ts";
import type { ReplyTiming } from "./reply-speed.ts";
import { type ChatMessage, type SaidCall, type ToolResults, withPieces } from "./tool-turns.ts";

/** What became of a reply. */
export type ReplyEnd = "coming" | "done" | "cut" | "stopped" | "broken";

export type Reply = {
  text: string;
  tokens: readonly ReplyToken[];
  calls: readonly SaidCall[];
  end: ReplyEnd;
  /** What was asked, or which weights answered where the server said so. */
  model: string;
  seed: number;
  completionTokens: number | null;
  /** Null until it has ended. */
  timing: ReplyTiming | null;
  /** The request that it answers, but for the conversation. */
  frame: ChatFrame | null;
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
  /** What tools gave to the calls of one column, in place of a prompt. */
  results?: ToolResults;
  /** A conversation to continue, in place of a prompt, which then says what that is. */
  given?: GivenTalk;
};

/** What a row of a dataset asks a model, as it is sent. */
export type GivenTalk = {
  messages: readonly ChatMessage[];
  /** Of a row that has none: null. */
  tools: readonly unknown[] | null;
};

export type Rounds = readonly Round[];

export type At = { roundId: number; columnId: string };
type Asked = Pick<Round, "id" | "prompt" | "order" | "isBlind" | "results" | "given">;

export type PlaygroundEvent =
  | ({ type: "asked" } & Asked)
  /** Replaces a round and all later ones. */
  | ({ type: "edited"; roundId: number } & Asked)
  | ({ type: "began"; model: string; seed: number; frame?: ChatFrame } & At)
  | ({ type: "came"; parts: readonly ReplyPart[] } & At)
  | ({ type: "ended"; end: "done" | "stopped"; timing?: ReplyTiming } & At)
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

function roundOf({ id, prompt, order, isBlind, results, given }: Asked): Round {
  return {
    ...{ id, prompt, order, isBlind, replies: {} },
    ...(results ? { results } : {}),
    ...(given ? { given } : {}),
  };
}

type ReplyEvent = Extract<PlaygroundEvent, At>;

function replyAfter(before: Reply | undefined, event: ReplyEvent): Reply | undefined {
  if (event.type === "began") {
    const { model, seed, frame = null } = event;
    return { ...NEW_REPLY, model, seed, frame };
  }
  if (!before) return undefined;
  if (event.type === "came") return withParts(before, event.parts);
  if (event.type === "failed") return { ...before, end: "broken", callId: null, error: event.reason };
  const { timing = null } = event;
  if (event.end === "stopped") return { ...before, end: "stopped", callId: null, timing };
  // What the server said of the end is more exact than that the stream was read to it.
  return { ...before, end: before.end === "cut" ? "cut" : "done", timing };
}

const NEW_REPLY = {
  text: "",
  tokens: [],
  calls: [],
  end: "coming",
  completionTokens: null,
  timing: null,
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
    calls: withPieces(
      reply.calls,
      parts.flatMap(({ calls }) => calls),
    ),
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

/** The same columns in an order that chance gives; `random` is from 0 to 1. */
export function shuffled(columnIds: readonly string[], random: () => number): string[] {
  const order = [...columnIds];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] ?? "", order[i] ?? ""];
  }
  return order;
}
