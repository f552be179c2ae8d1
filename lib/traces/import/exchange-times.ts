import type { UntoldTime } from "#lib/contract/traces/untold-times.ts";
import { contentFraction } from "./content-id.ts";
import type { Exchange, Message } from "./conversation.ts";

/** Conversations without a time begin within this stretch of days after `FIRST_DAY`, at a moment that their content decides. */
const DAYS = 90;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
/** How long an answer takes before its first character, and for each one; how fast a question is typed. */
const FIRST_CHARACTER_MS = 300;
const CHARACTER_MS = 12;
const TYPING_MS = 90;
const MAX_THOUGHT_MS = 20_000;

export type Span = { startedAt: number; endedAt: number };
/** When an exchange and the uses of tools in it took place; milliseconds since 1970. */
export type ExchangeTimes = Span & { notInSource: UntoldTime[]; tools: Span[] };

/**
 * Times of a conversation's exchanges, in order. What the data says is kept. The rest is made up, so that the calls have an order, and
 * named as such: nobody takes it for a measurement. It depends on the content alone, so that each run makes up the same.
 */
export function exchangeTimes(
  exchanges: readonly Exchange[],
  { key, startedAt }: { key: string; startedAt: number | null },
): ExchangeTimes[] {
  let now = startedAt ?? madeUpStart(key);
  return exchanges.map((exchange, i) => {
    const chance = (what: string) => contentFraction(key, i, what);
    if (i > 0) now += TYPING_MS * lengthOf(exchange.messages.at(-1)) + MAX_THOUGHT_MS * chance("thought");
    const durations = exchange.tools.map((_, n) => Math.round(80 + 1200 * chance(`tool ${n}`) ** 2));
    const writing = FIRST_CHARACTER_MS + lengthOf(exchange.answer) * CHARACTER_MS * (0.5 + chance("speed"));
    const span = spanOf(exchange, { now, durationMs: Math.round(sum(durations) + writing) });
    now = span.endedAt;
    const notInSource = untoldOf(exchange, i === 0 && startedAt !== null);
    return { ...span, notInSource, tools: toolSpans(span, durations) };
  });
}

function madeUpStart(key: string): number {
  return FIRST_DAY + Math.floor(contentFraction(key, "start") * DAYS * DAY_MS);
}

/** The times of an exchange that are made up. */
function untoldOf(exchange: Exchange, isStartTold: boolean): UntoldTime[] {
  const { askedAt, answeredAt, durationMs } = exchange;
  const isDated = isStartTold || askedAt !== null || answeredAt !== null;
  const isTimed = durationMs !== null || hasBothEnds(exchange);
  return [...(isDated ? [] : (["date"] as const)), ...(isTimed ? [] : (["duration"] as const))];
}

function hasBothEnds({ askedAt, answeredAt }: Exchange): boolean {
  return askedAt !== null && answeredAt !== null && answeredAt >= askedAt;
}

/**
 * Lasts as long as the data says that the answer took; else from the question to the answer, if the data has both times in that order;
 * else from the one time it has, or from `now`.
 */
function spanOf(exchange: Exchange, { now, durationMs }: { now: number; durationMs: number }): Span {
  const { askedAt, answeredAt } = exchange;
  if (exchange.durationMs === null && askedAt !== null && answeredAt !== null && hasBothEnds(exchange))
    return { startedAt: askedAt, endedAt: answeredAt };
  const tookMs = Math.round(exchange.durationMs ?? durationMs);
  const isAnswerTold = answeredAt !== null && (askedAt === null || hasBothEnds(exchange));
  const startedAt = isAnswerTold ? answeredAt - tookMs : (askedAt ?? Math.round(now));
  return { startedAt, endedAt: startedAt + tookMs };
}

/** One after the other from the start of the turn, squeezed where the turn is too short for them. */
function toolSpans({ startedAt, endedAt }: Span, durations: readonly number[]): Span[] {
  const squeeze = Math.min(1, (endedAt - startedAt) / Math.max(1, sum(durations)));
  let now = startedAt;
  return durations.map((duration) => {
    const from = now;
    now = from + Math.floor(duration * squeeze);
    return { startedAt: from, endedAt: now };
  });
}

function lengthOf(message: Message | undefined): number {
  const content = message?.content ?? "";
  return (typeof content === "string" ? content : JSON.stringify(content)).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
