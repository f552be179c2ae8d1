import type { Answer } from "./desk.ts";
import { expect } from "./fixtures.ts";
import { api } from "./requests.ts";

/** What each person entered, by the call it is about. */
export type Entered = { [person: string]: ReadonlyMap<string, Answer> };

/** The threads by their 99th percentile, computed here from the calls: linear between order statistics, ties by id. */
export async function p99ByThread(project: string): Promise<{ threadId: string; p99: number }[]> {
  const calls = await lines("/api/calls/stream_query", {
    project_id: project,
    columns: ["thread_id", "turn_id", "ended_at"],
  });
  const durations = new Map<string, number[]>();
  for (const call of calls) {
    if (call.id !== call.turn_id) continue;
    const ms = Date.parse(String(call.ended_at)) - Date.parse(String(call.started_at));
    durations.set(String(call.thread_id), [...(durations.get(String(call.thread_id)) ?? []), ms]);
  }
  return [...durations]
    .map(([threadId, all]) => ({ threadId, p99: quantile(all, 0.99) }))
    .sort((a, b) => b.p99 - a.p99 || (a.threadId < b.threadId ? -1 : 1));
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = share * (sorted.length - 1);
  const [low = 0, high = low] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return low + (high - low) * (rank - Math.floor(rank));
}

export async function progressOf(project: string, queueId: string): Promise<unknown> {
  const { progress } = await json(`/api/annotation_queues/${queueId}/progress`, { project_id: project });
  const rows = progress as { name: string; completed: number; skipped: number }[];
  return Object.fromEntries(rows.map(({ name, completed, skipped }) => [name, { completed, skipped }]));
}

/** Everything that was entered in the queue, as `call person type value`, sorted. */
export async function feedbackOf(project: string, queueId: string): Promise<string[]> {
  const names = await namesById(project, queueId);
  const query = { $expr: { $eq: [{ $getField: "queue_id" }, { $literal: queueId }] } };
  const { result } = await json("/api/feedback/query", { project_id: project, query });
  const rows = result as {
    weave_ref: string;
    wb_user_id: string;
    feedback_type: string;
    payload: { value?: unknown; note?: string };
  }[];
  return rows
    .map(
      (row) =>
        `${row.weave_ref.split("/").at(-1)} ${names.get(row.wb_user_id)} ${row.feedback_type} ${row.payload.value ?? row.payload.note}`,
    )
    .sort();
}

export async function expectedFeedback(
  project: string,
  queueId: string,
  entered: Entered,
): Promise<string[]> {
  const { items } = await json(`/api/annotation_queues/${queueId}/items/query`, { project_id: project });
  const calls = (items as { call_id: string }[]).map(({ call_id }) => call_id);
  for (const answers of Object.values(entered))
    expect(calls).toEqual(expect.arrayContaining([...answers.keys()]));
  return Object.entries(entered)
    .flatMap(([person, answers]) =>
      [...answers].flatMap(([callId, { correct, tone, note }]) => [
        `${callId} ${person} wandb.annotation.is-the-answer-correct ${correct}`,
        `${callId} ${person} wandb.annotation.how-is-the-tone ${tone}`,
        ...(note ? [`${callId} ${person} wandb.note.1 ${note}`] : []),
      ]),
    )
    .sort();
}

async function namesById(project: string, queueId: string): Promise<Map<string, string>> {
  const { progress } = await json(`/api/annotation_queues/${queueId}/progress`, { project_id: project });
  return new Map(
    (progress as { annotator_user_id: string; name: string }[]).map((row) => [
      row.annotator_user_id,
      row.name,
    ]),
  );
}

async function json(path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await api(path, body);
  expect(response.status, path).toBe(200);
  return response.json();
}

async function lines(path: string, body: unknown): Promise<Record<string, unknown>[]> {
  const text = await (await api(path, body)).text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
