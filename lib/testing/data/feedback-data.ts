import * as contract from "#lib/contract/traces/feedback.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { sanitizeJson } from "#lib/platform/json/sanitize.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { keepSpec } from "./object-data.ts";

/** A new project with an engineer who writes feedback there. */
export async function aReviewer(api: Harness): Promise<Reviewer> {
  const project = await api.aProject();
  return { project, caller: await api.aCaller(project) };
}

export type Reviewer = { project: TestProject; caller: Caller };

/** A note on a call of its own, on the wire; `more` wins. */
export function aNote(project: TestProject, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    project_id: project.path,
    weave_ref: `weave:///${project.path}/call/${newId()}`,
    feedback_type: "wandb.note.1",
    payload: { note: "Good answer" },
    ...more,
  };
}

/** Free-form feedback with this payload. */
export function someFeedback(project: TestProject, payload: object, more: Record<string, unknown> = {}) {
  return aNote(project, { feedback_type: "custom", payload, ...more });
}

/** Sends a batch; the answer whatever its status. */
export async function sendBatch(api: Harness, caller: Caller, batch: unknown[]): Promise<Sent> {
  const response = await api.send(caller, { path: "/feedback/batch/create", body: { batch } });
  // The tests look at each field that they speak of.
  return { status: response.status, body: (await response.json()) as Sent["body"] };
}

type Result = { id: string; created_at: string; wb_user_id: string; payload: Record<string, unknown> };
export type Sent = {
  status: number;
  body: { res: Result[]; reason?: string; detail?: { loc: (string | number)[]; type: string }[] };
};

/** Stores a batch and gives the ids. */
export async function storedIds(api: Harness, caller: Caller, batch: unknown[]): Promise<string[]> {
  const { status, body } = await sendBatch(api, caller, batch);
  if (status !== 200) throw new Error(`The feedback of a test was refused: ${JSON.stringify(body)}`);
  return body.res.map(({ id }) => id);
}

/** All rows of feedback that the caller sees. */
export async function feedbackRows(
  api: Harness,
  { project, caller }: Reviewer,
): Promise<contract.FeedbackRow[]> {
  const { result } = await api.call(caller, contract.queryFeedback, { projectId: project.path });
  // A query without fields answers whole rows.
  return result as contract.FeedbackRow[];
}

/** Publishes an annotation spec and gives its reference. */
export async function anAnnotationSpec(
  api: Harness,
  { project, caller }: Reviewer,
  { name, schema }: { name: string; schema: Record<string, unknown> },
): Promise<string> {
  const { digest } = await keepSpec(api, { project, caller }, { name, fieldSchema: schema });
  return `weave:///${project.path}/object/${name}:${digest}`;
}

/** Rows of free-form feedback, each with its own time. */
export async function keepFeedback(
  api: Harness,
  { project, caller }: Reviewer,
  rows: { at: string; payload: unknown; type?: string; triggerRef?: string }[],
): Promise<void> {
  const column = <T>(value: (row: (typeof rows)[number]) => T) => rows.map(value);
  await api.db.query(sql`
    insert into feedback (project_id, id, weave_ref, user_id, content_hash, created_at, feedback_type, trigger_ref, payload, sanitized)
    select ${project.id}, gen_random_uuid()::text, ${`weave:///${project.path}/call/c`}, ${caller.userId}, '', r.at, r.type, r.trigger_ref,
      r.payload, r.sanitized
    from unnest(${column(({ at }) => at)}::timestamptz[], ${column(({ type = "custom" }) => type)}::text[],
      ${column(({ triggerRef = null }) => triggerRef)}::text[], ${column(({ payload }) => JSON.stringify(payload))}::json[],
      ${column(({ payload }) => sanitizeJson(JSON.stringify(payload)))}::json[]) as r (at, type, trigger_ref, payload, sanitized)`);
}
