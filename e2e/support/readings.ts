import type { Answer } from "./desk.ts";
import { expect } from "./fixtures.ts";
import { api } from "./requests.ts";

/** What each person entered, by the call it is about. */
export type Entered = { [person: string]: ReadonlyMap<string, Answer> };

/** The threads by their number of turns, counted here from the calls; ties by id. */
export async function turnsByThread(project: string): Promise<{ threadId: string; turns: number }[]> {
  const calls = await lines("/api/calls/stream_query", {
    project_id: project,
    columns: ["thread_id", "turn_id"],
  });
  const turns = new Map<string, number>();
  for (const call of calls)
    if (call.id === call.turn_id)
      turns.set(String(call.thread_id), (turns.get(String(call.thread_id)) ?? 0) + 1);
  return [...turns]
    .map(([threadId, count]) => ({ threadId, turns: count }))
    .sort((a, b) => b.turns - a.turns || (a.threadId < b.threadId ? -1 : 1));
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
