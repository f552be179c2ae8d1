import type { Page } from "@playwright/test";
import { inDatabase } from "./database.ts";
import { expect, SERVICE } from "./fixtures.ts";
import { aBatchOf, aCall, api } from "./requests.ts";

export type SeededQueue = {
  id: string;
  name: string;
  /** The address of its desk. */
  desk: string;
  /** In the queue's order. */
  items: { id: string; callId: string; words: string }[];
  refs: string[];
};

type Field = { name: string; schema: Record<string, unknown> };
export const CORRECT: Field = { name: "Is it correct?", schema: { type: "boolean" } };
export const TONE: Field = {
  name: "How is the tone?",
  schema: { type: "string", enum: ["kind", "neutral", "rude"] },
};

type Wanted = { items: number; fields?: readonly Field[]; settings?: Record<string, unknown> };

const project_id = SERVICE.project;

/** A queue with calls of its own, made over HTTP; `words` are what each of them shows. */
export async function aQueue({ items, fields = [CORRECT], settings = {} }: Wanted): Promise<SeededQueue> {
  const name = `Queue ${crypto.randomUUID().slice(0, 8)}`;
  const refs = await Promise.all(fields.map(makeField));
  const { id } = await post("/api/annotation_queues", { project_id, name, scorer_refs: refs, ...settings });
  const queue = { id, name, refs, desk: `/projects/${project_id}/queues/${id}/annotate` };
  if (items === 0) return { ...queue, items: [] };
  const calls = await storeCalls(items, name);
  const isPairwise = settings.kind === "pairwise";
  if (isPairwise) await addPairs(id, calls);
  else await addCalls(id, calls);
  const { items: rows } = await post<{ items: { id: string; call_id: string }[] }>(
    `/api/annotation_queues/${id}/items/query`,
    { project_id },
  );
  const words = new Map(calls.map((call) => [call.id, call.words]));
  return {
    ...queue,
    items: rows.map((row) => ({ id: row.id, callId: row.call_id, words: words.get(row.call_id) ?? "" })),
  };
}

export type StoredCall = { id: string; words: string };

export function storeCalls(count: number, prefix: string): Promise<StoredCall[]> {
  return storeTexts(Array.from({ length: count }, (_, i) => `${prefix}, call ${i + 1}`));
}

/** A call for each text, which a user says in it. */
export async function storeTexts(texts: readonly string[]): Promise<StoredCall[]> {
  const calls = texts.map((words, i) => {
    const call = aCall({ messages: [{ role: "user", content: words }] });
    return {
      words,
      call: { ...call, started_at: new Date(Date.now() - (texts.length - i) * 1000).toISOString() },
    };
  });
  await post("/api/call/upsert_batch", aBatchOf(...calls.map(({ call }) => call)));
  return calls.map(({ call, words }) => ({ id: call.id, words }));
}

export async function addCalls(queueId: string, calls: readonly StoredCall[]): Promise<void> {
  const call_ids = calls.map(({ id }) => id);
  await post(`/api/annotation_queues/${queueId}/items`, {
    project_id,
    call_ids,
    display_fields: ["inputs.messages"],
  });
}

async function addPairs(queueId: string, calls: readonly StoredCall[]): Promise<void> {
  const firsts = calls.slice(0, calls.length / 2);
  const pairs = firsts.map(({ id }, i) => ({ call_id: id, pair_call_id: calls[firsts.length + i]?.id }));
  await post(`/api/annotation_queues/${queueId}/pairs`, {
    project_id,
    pairs,
    display_fields: ["inputs.messages"],
  });
}

async function makeField({ name, schema }: Field): Promise<string> {
  const object_id = name
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/-$/, "");
  const val = { name, description: "", field_schema: schema };
  const obj = { project_id, object_id, val, builtin_object_class: "AnnotationSpec" };
  const { digest } = await post<{ digest: string }>("/api/obj/create", { obj });
  return `weave:///${project_id}/object/${object_id}:${digest}`;
}

export async function post<Reply = { id: string }>(at: string, body: object): Promise<Reply> {
  const response = await api(at, body);
  expect(response.status, `${at}: ${await response.clone().text()}`).toBe(200);
  return response.json();
}

/** Everything that was said in a queue, as `call type value`, sorted. */
export async function saidIn(queueId: string): Promise<string[]> {
  const query = { $expr: { $eq: [{ $getField: "queue_id" }, { $literal: queueId }] } };
  type Row = { weave_ref: string; feedback_type: string; payload: Record<string, unknown> };
  const { result } = await post<{ result: Row[] }>("/api/feedback/query", { project_id, query });
  const saidOf = ({ value, note, verdict, text }: Row["payload"]) => value ?? note ?? verdict ?? text;
  return result
    .map((row) => `${row.weave_ref.split("/").at(-1)} ${row.feedback_type} ${saidOf(row.payload)}`)
    .sort();
}

/** Makes all reservations of a queue run out, as time would. */
export async function expireReservations(queueId: string): Promise<void> {
  await inDatabase((client) =>
    client.query("update item_reservation set expires_at = now() - interval '1 second' where queue_id = $1", [
      queueId,
    ]),
  );
}

/** Waits until the desk shows the call with these words. */
export async function shows(page: Page, words: string): Promise<void> {
  await expect(page.getByRole("region", { name: "Call", exact: true }).getByText(words)).toBeVisible();
}

export async function isSaved(page: Page): Promise<void> {
  await expect(page.getByRole("status", { name: "Saving" })).toHaveText("Saved");
}
