import { buildDatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { createDataset, type Dataset } from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import * as z from "#lib/contract/zod.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { anItemIn } from "./queue-data.ts";
import { aReview, type ReviewPlace } from "./review-data.ts";

type Place = { project: TestProject; caller: Caller };

export const INTENTS = ["refund", "delivery", "account"] as const;

/** The conversation of the nth call: a question with words of its own, and an answer. */
export function aTalk(n: number, more: { question?: string; answer?: string } = {}) {
  const { question = `Question ${n}: where is parcel ${n * 7919}?`, answer = `Answer ${n}` } = more;
  return {
    inputs: { messages: [{ role: "user", content: question }] },
    output: { role: "assistant", content: answer },
  };
}

/** What a queue asks of the intent of a question, with calls that hold conversations, and people who answer. */
export async function anIntentQueue(
  api: Harness,
  { items = 6, people = 3, talks = aTalk }: { items?: number; people?: number; talks?: typeof aTalk } = {},
): Promise<ReviewPlace> {
  const fields = { intent: { type: "string", enum: [...INTENTS] }, good: { type: "boolean" } };
  const review = await aReview(api, { items, people, fields });
  for (const [n, { callId }] of review.desk.items.entries()) await becomeTalk(api, callId, talks(n));
  return review;
}

/** Gives a call of the tests a conversation, and what else is named. */
export async function becomeTalk(
  api: Harness,
  callId: string,
  { inputs, output, threadId = null }: { inputs: unknown; output: unknown; threadId?: string | null },
): Promise<void> {
  await api.db.query(sql`
    update call set inputs = ${JSON.stringify(inputs)}::json, output = ${JSON.stringify(output)}::json, thread_id = ${threadId}
    where id = ${callId}`);
}

/** A recipe that takes what people say of the intent for the reply; `more` wins over the source, `rest` over the recipe. */
export function intentRecipe(
  review: ReviewPlace,
  more: Record<string, unknown> = {},
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  const source = {
    kind: "queue",
    queue_id: review.at.queueId,
    use: "labels",
    field: review.ref("intent"),
    ...more,
  };
  return { sources: [source], ...rest };
}

/** Makes a dataset over HTTP, of a recipe on the wire. */
export async function aDataset(
  api: Harness,
  { project, caller }: Place,
  recipe: Record<string, unknown>,
  { name = `set-${newId()}`, kind = "sft" as DatasetKind } = {},
): Promise<Dataset> {
  const input = { projectId: project.path, name, kind, description: "", recipe: z.decode(Recipe, recipe) };
  return (await api.call(caller, createDataset, input)).dataset;
}

export async function aVersion(
  api: Harness,
  { project, caller }: Place,
  datasetId: string,
): Promise<ReplyOf<typeof buildDatasetVersion>> {
  return api.call(caller, buildDatasetVersion, { projectId: project.path, datasetId, note: "" });
}

/** A queue with one item that somebody corrected, and the recipe that takes it, without any request: for what is made hundreds of times. */
export async function aCorrectedItemIn(
  api: Harness,
  place: Place,
): Promise<{ project_id: string; recipe: Record<string, unknown> }> {
  const { project_id, queue_id, item_id } = await anItemIn(api, place);
  const { inputs, output } = aTalk(0);
  await api.db.query(sql`
    with item as (
      update call c set inputs = ${JSON.stringify(inputs)}::json, output = ${JSON.stringify(output)}::json
      from queue_item i where i.id = ${item_id} and c.project_id = i.project_id and c.id = i.call_id returning i.*),
    said as (
      insert into feedback (project_id, id, weave_ref, call_id, feedback_type, payload, user_id, queue_id, content_hash)
      select project_id, id, 'weave:///' || ${project_id} || '/call/' || call_id, call_id, 'spindle.correction.1',
        '{"path": "output.content", "text": "A better answer"}', ${place.caller.userId}, queue_id, ''
      from item)
    insert into item_progress (project_id, item_id, annotator_id, queue_id, state)
    select project_id, id, ${place.caller.userId}, queue_id, 'completed' from item`);
  return { project_id, recipe: { sources: [{ kind: "queue", queue_id, use: "corrections" }] } };
}

/** The ids on the wire of such a dataset, written without any request. */
export async function aDatasetIn(
  api: Harness,
  place: Place,
): Promise<{ project_id: string; dataset_id: string }> {
  const { project_id, recipe } = await aCorrectedItemIn(api, place);
  const id = newId();
  const stored = JSON.stringify(recipe);
  await api.db.query(sql`
    insert into dataset (id, project_id, name, kind, recipe, created_by)
    values (${id}, ${place.project.id}, 'corrected', 'sft', ${stored}::json, ${place.caller.userId})`);
  return { project_id, dataset_id: id };
}

/** The same with a version. */
export async function aVersionIn(
  api: Harness,
  place: Place,
): Promise<{ project_id: string; dataset_id: string; version: string }> {
  const at = await aDatasetIn(api, place);
  await aVersion(api, place, at.dataset_id);
  return { ...at, version: "v0" };
}

/** The ids on the wire of a retraction of what the caller said. */
export async function aRetractionIn(
  api: Harness,
  { project, caller }: Place,
): Promise<{ project_id: string; retraction_id: string }> {
  const id = newId();
  await api.db.prisma.retraction.create({
    data: { id, projectId: project.id, annotatorUserId: caller.userId, reason: "", createdBy: caller.userId },
  });
  return { project_id: project.path, retraction_id: id };
}
