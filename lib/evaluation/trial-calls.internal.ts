import type { Ctx } from "#lib/access/context.ts";
import { type Message, type ToolCall, textOf } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/grader-trials.ts";
import { conversationText } from "#lib/contract/evaluation/judge-prompt.ts";
import type { Query } from "#lib/contract/query.ts";
import type { Item, Sample } from "#lib/evaluation/graders/sample.ts";
import { type HumanValue, humanValues } from "#lib/evaluation/services/human-value.ts";
import { columns, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { streamCalls } from "#lib/traces/calls/stream-calls.ts";

/** A stored call as graders see it. */
export type TrialCall = {
  readonly callId: string;
  /** Cases of one conversation are not independent. */
  readonly unit: string;
  readonly question: string;
  readonly sample: Sample;
  readonly item: Item;
  readonly human: HumanValue | null;
};

type Input = InputOf<typeof contract.dryRunGrader>;

const ENDED: Query = { $expr: { $not: [{ $eq: [{ $getField: "ended_at" }, { $literal: null }] }] } };

/** The calls that a trial is about, the newest first. */
export async function trialCalls(ctx: Ctx, { callIds, query, human, limit }: Input): Promise<TrialCall[]> {
  const wanted = callIds ?? (human ? await newestOfQueue(ctx, human.queueId, limit) : undefined);
  const said = human && (await humanValues(ctx, { ...human, minAnswers: 1, callIds: wanted ?? [] }));
  if (wanted?.length === 0) return [];
  const calls = await readCalls(ctx, {
    ...(wanted ? { callIds: wanted } : {}),
    query: query ? { $expr: { $and: [ENDED.$expr, query.$expr] } } : ENDED,
    limit,
  });
  return calls.map((call) => trialCall(call, said?.get(call.id ?? "") ?? null));
}

/** Calls that have ended, as graders see them, by their ids. */
export async function endedCalls(ctx: Ctx, callIds: readonly string[]): Promise<Map<string, TrialCall>> {
  if (callIds.length === 0) return new Map();
  const calls = await readCalls(ctx, { callIds: [...callIds], query: ENDED, limit: callIds.length });
  return new Map(calls.map((call) => [call.id ?? "", trialCall(call, null)]));
}

async function readCalls(
  ctx: Ctx,
  { callIds, query, limit }: { callIds?: string[]; query: Query; limit: number },
): Promise<Read[]> {
  const found = await streamCalls(ctx, {
    projectId: ctx.project.path,
    ...(callIds ? { filter: { callIds } } : {}),
    query,
    sortBy: [{ field: "started_at", direction: "desc" }],
    columns: ["id", "trace_id", "thread_id", "inputs", "output"],
    limit,
  });
  return Array.fromAsync(found);
}

type Read = { id?: string; traceId?: string; threadId?: string | null; inputs?: unknown; output?: unknown };

function trialCall(call: Read, human: HumanValue | null): TrialCall {
  const callId = call.id ?? "";
  const messages = readMessages(call.inputs ?? null, call.output ?? null);
  const asked = messages.filter(({ from }) => from === "inputs");
  const question = asked.at(-1);
  const said = asked.map((message) => ({
    role: message.role,
    content: textOf(message),
    ...calledBy(message),
  }));
  const reference = human && "value" in human ? { reference: human.value } : {};
  return {
    callId,
    unit: call.threadId ?? call.traceId ?? callId,
    question: question ? textOf(question) : "",
    sample: { ...sampleOf(messages, call.output), callId },
    item: {
      inputs: call.inputs ?? {},
      question: question ? textOf(question) : "",
      messages: said,
      conversation: conversationText(said),
      ...reference,
    },
    human,
  };
}

/** What the call answered: its texts and tool calls, or, where nothing of it is a message, the output as it was recorded. */
function sampleOf(messages: readonly Message[], output: unknown): Sample {
  const said = messages.filter(({ from }) => from === "output");
  const outputTools = said.flatMap(({ toolCalls }) => toolCalls.map(toolCall));
  const texts = said.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "text" || part.kind === "refusal" ? part.text : [])),
  );
  if (texts.length > 0 || outputTools.length > 0) return { outputText: texts.join("\n"), outputTools };
  return { outputText: typeof output === "string" ? output : JSON.stringify(output ?? null), outputTools };
}

function calledBy({ toolCalls }: Message): { tool_calls?: unknown[] } {
  return toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(toolCall) };
}

/** As chat completions have it. */
function toolCall({ id, name, arguments: given }: ToolCall): unknown {
  return {
    ...(id === null ? {} : { id }),
    type: "function",
    function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given ?? {}) },
  };
}

/** Calls of a queue whose items somebody has answered. */
async function newestOfQueue(ctx: Ctx, queueId: string, limit: number): Promise<string[]> {
  const rows = await ctx.db.query(sql`
    select ${columns(of("queue_item i", "callId"))} from queue_item i
    where i.project_id = ${ctx.project.id} and i.queue_id = ${queueId} and i.deleted_at is null
      and exists (select from item_progress p where p.project_id = i.project_id and p.item_id = i.id and p.state = 'completed')
    order by i.created_at desc, i.position desc limit ${limit}`);
  return [...new Set(rows.map(({ callId }) => callId))];
}
