import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, SERVICE } from "./fixtures.ts";
import { post } from "./queues.ts";

const project_id = SERVICE.project;

/** What a call of a test holds beside the usual. */
export type Recorded = {
  inputs: Record<string, unknown>;
  output?: unknown;
  exception?: string;
  thread_id?: string;
  trace_id?: string;
  parent_id?: string;
  attributes?: Record<string, unknown>;
  summary?: Record<string, unknown>;
  op_name?: string;
  display_name?: string;
};

/** Stores ended calls a second apart; those of a thread are its turns. Gives their ids. */
export async function recordCalls(calls: readonly Recorded[]): Promise<string[]> {
  const made = calls.map((call, i) => ({
    id: randomUUID(),
    startedAt: Date.now() - (calls.length - i) * 1_000,
    call,
  }));
  const batch = made.flatMap(({ id, startedAt, call }) => {
    const {
      inputs,
      output = null,
      exception,
      summary = {},
      attributes = {},
      op_name = "answer",
      ...rest
    } = call;
    const at = (ms: number) => new Date(startedAt + ms).toISOString();
    const turn = rest.thread_id && !rest.parent_id ? { turn_id: id } : {};
    const start = {
      project_id,
      id,
      trace_id: id,
      op_name,
      started_at: at(0),
      attributes,
      inputs,
      ...rest,
      ...turn,
    };
    const end = { project_id, id, ended_at: at(900), output, summary, ...(exception ? { exception } : {}) };
    return [
      { mode: "start", req: { start } },
      { mode: "end", req: { end } },
    ];
  });
  await post("/api/call/upsert_batch", { batch });
  return made.map(({ id }) => id);
}

export type Spec = { name: string; schema: Record<string, unknown>; description?: string };

/** Makes a field with a name of its own; gives its reference. */
export async function makeSpec({ name, schema, description = "" }: Spec): Promise<string> {
  const object_id = `spec-${randomUUID().slice(0, 8)}`;
  const obj = {
    project_id,
    object_id,
    val: { name, description, field_schema: schema },
    builtin_object_class: "AnnotationSpec",
  };
  const { digest } = await post<{ digest: string }>("/api/obj/create", { obj });
  return `weave:///${project_id}/object/${object_id}:${digest}`;
}

type Asked = {
  callIds: readonly string[];
  displayFields?: readonly string[];
  specs?: readonly Spec[];
  /** Which of the specs must be answered. */
  required?: readonly number[];
  description?: string;
  settings?: Record<string, unknown>;
};

/** A queue of these calls; gives its id and the address of its desk. */
export async function queueOf(
  asked: Asked,
): Promise<{ id: string; name: string; desk: string; refs: string[] }> {
  const { callIds, displayFields = [], specs = [], required = [], description = "", settings = {} } = asked;
  const refs: string[] = [];
  for (const spec of specs) refs.push(await makeSpec(spec));
  const required_refs = required.map((i) => refs[i]);
  const name = `Judged ${randomUUID().slice(0, 8)}`;
  const queue = { project_id, name, description, scorer_refs: refs, required_refs, ...settings };
  const { id } = await post("/api/annotation_queues", queue);
  if (callIds.length > 0)
    await post(`/api/annotation_queues/${id}/items`, {
      project_id,
      call_ids: callIds,
      display_fields: displayFields,
    });
  return { id, name, desk: `/projects/${project_id}/queues/${id}/annotate`, refs };
}

/** Answers items of a queue that asks one question, each with its value, the first ones unless others are meant. */
export async function answerItems(
  { id, refs }: { id: string; refs: string[] },
  values: readonly unknown[],
  from = 0,
): Promise<void> {
  const at = `/api/annotation_queues/${id}/items`;
  const [ref = ""] = refs;
  const [, objectId] = /object\/([^:]+):/.exec(ref) ?? [];
  const { items } = await post<{ items: { id: string; call_id: string }[] }>(`${at}/query`, {
    project_id,
    limit: 200,
  });
  for (const [n, value] of values.entries())
    await post(`${at}/${items[from + n]?.id}/answer`, {
      project_id,
      annotation_state: "completed",
      feedback: [
        {
          project_id,
          weave_ref: `weave:///${project_id}/call/${items[from + n]?.call_id}`,
          feedback_type: `wandb.annotation.${objectId}`,
          annotation_ref: ref,
          payload: { value },
          queue_id: id,
        },
      ],
    });
}

/** What was said in a queue, by type, as it is stored. */
export async function payloadsIn(
  queueId: string,
): Promise<{ type: string; payload: Record<string, unknown> }[]> {
  const query = { $expr: { $eq: [{ $getField: "queue_id" }, { $literal: queueId }] } };
  type Row = { feedback_type: string; payload: Record<string, unknown> };
  const { result } = await post<{ result: Row[] }>("/api/feedback/query", { project_id, query });
  return result
    .map(({ feedback_type: type, payload }) => ({ type: type.replace(/spec-[0-9a-f]{8}/, "spec"), payload }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

export function callRegion(page: Page) {
  return page.getByRole("region", { name: "Call", exact: true });
}

/** Opens a desk and waits for the first call. */
export async function openDesk(page: Page, desk: string): Promise<void> {
  await page.goto(desk);
  await expect(callRegion(page).getByRole("heading", { level: 2 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Flag for the lead" })).toBeVisible();
}

const toolCall = (id: string, name: string, args: object) => ({
  id,
  type: "function",
  function: { name, arguments: JSON.stringify(args) },
});

/** A conversation of three turns in which tools were called; one of them failed. */
export const AGENT_CALL: Recorded = {
  inputs: {
    model: "tiny-1",
    messages: [
      { role: "system", content: "You help customers of a bicycle shop." },
      { role: "user", content: "Do you repair brakes?" },
      { role: "assistant", content: "Yes, **every day** but Sunday." },
      { role: "user", content: "How much is it?" },
      { role: "assistant", content: "Between 20 and 45 euros." },
      { role: "user", content: "Book me in for Friday, order 7731." },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          toolCall("a", "find_order", { number: 7731 }),
          toolCall("b", "book_slot", { day: "Friday", note: "hydraulic brakes" }),
        ],
      },
      { role: "tool", tool_call_id: "b", content: '{"error":"no slot on Friday"}' },
      { role: "tool", tool_call_id: "a", content: '{"order":{"number":7731,"bicycle":"Kestrel"}}' },
    ],
  },
  output: {
    role: "assistant",
    content: "Friday is full. Would **Saturday at 10** suit you?\n\n- bring the bicycle\n- bring the receipt",
  },
  summary: { usage: { "tiny-1": { prompt_tokens: 1180, completion_tokens: 24, total_tokens: 1204 } } },
  attributes: { shop: "north" },
};
