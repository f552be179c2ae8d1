import type { ChatFrame } from "./chat-frame.ts";
import { type At, type Reply, type Rounds, storedCall } from "./playground-state.ts";
import { asMessage, type ChatMessage, resultMessages, type ToolResults } from "./tool-turns.ts";

/** A request as it is sent. */
export type ChatBody = Readonly<Record<string, unknown>>;

/** The request that a column is sent in a round. */
export function bodyIn(
  rounds: Rounds,
  at: At,
  { system, fields: { model, ...fields } }: ChatFrame,
): ChatBody {
  const tools = rounds.findLast(({ id, given }) => id <= at.roundId && given)?.given?.tools;
  return { model, messages: messagesOf(rounds, at, system), ...(tools ? { tools } : {}), ...fields };
}

/**
 * The messages sent for a column in a round: its own conversation up to the prompt, without rounds in which it did not reply. Leaves out
 * tool calls without results, because servers refuse a conversation that continues without them.
 */
export function messagesOf(rounds: Rounds, { roundId, columnId }: At, system: string): ChatMessage[] {
  const messages: ChatMessage[] = [];
  let answers: ToolResults | undefined;
  for (const { id, prompt, replies, results, given } of rounds.toReversed()) {
    if (id > roundId || (results && results.columnId !== columnId)) continue;
    const said = id < roundId ? saidIn(replies[columnId], answers?.roundId === id) : null;
    if (id < roundId && said === null) continue;
    const opening = results
      ? resultMessages(results)
      : (given?.messages ?? [{ role: "user", content: prompt }]);
    messages.unshift(...opening, ...(said ? [said] : []));
    answers = results;
    // It is a whole conversation: what was said before has no part in it.
    if (given) break;
  }
  const hasOwn = messages[0]?.role === "system";
  return system.trim() === "" || hasOwn ? messages : [{ role: "system", content: system }, ...messages];
}

/** Null if its reply cannot be continued. */
function saidIn(reply: Reply | undefined, areAnswered: boolean): ChatMessage | null {
  if (!reply || reply.end === "broken") return null;
  const calls = areAnswered ? reply.calls : [];
  return reply.text === "" && calls.length === 0 ? null : asMessage(reply.text, calls);
}

/** The tool results that a column was given for what it said in a round. */
export function resultsFor(rounds: Rounds, { roundId, columnId }: At): ToolResults | undefined {
  return rounds.find(({ results }) => results?.roundId === roundId && results.columnId === columnId)?.results;
}

/** Whether the calls of a reply still wait: nothing was said to its column since. */
export function isWaiting(rounds: Rounds, { roundId, columnId }: At): boolean {
  const reply = rounds.find(({ id }) => id === roundId)?.replies[columnId];
  const isOver = rounds.some(
    ({ id, results }) => id > roundId && (results === undefined || results.columnId === columnId),
  );
  return !isOver && (reply?.calls.length ?? 0) > 0 && storedCall(reply) !== null;
}
