import { answerItem, reserveItems } from "#lib/contract/annotation/queue-work.ts";
import { createQueue } from "#lib/contract/annotation/queues.ts";
import { createObject } from "#lib/contract/compat/objects.ts";
import { createDataset } from "#lib/contract/datasets/datasets.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { createFile } from "#lib/contract/training/files.ts";
import * as z from "#lib/contract/zod.ts";
import type { Annotator, Town } from "../../examples/loop/town.ts";
import { aDataset, build, labelsOf, rowsOf } from "./sources.ts";

const FIELD = "answer";

export type Place = { queueId: string; field: string; datasetId: string };

/** A queue with the question whether an answer is good, and prompts. */
export async function aPlace(town: Town): Promise<Place> {
  const { lead, projectId } = town;
  const val = { name: "Answer", field_schema: { type: "string", enum: ["good", "bad"] } };
  const obj = { projectId, objectId: FIELD, builtinObjectClass: "AnnotationSpec", val };
  const field = `weave:///${projectId}/object/${FIELD}:${(await lead.call(createObject, { obj })).digest}`;
  const { id: queueId } = await lead.call(createQueue, { projectId, name: "Asked", scorerRefs: [field] });
  const lines = ["respond with yes or no", "hello", "say maybe", "is it so?"].map(
    (content) => `${JSON.stringify({ prompt: [{ role: "user", content }], reference: "maybe" })}\n`,
  );
  const file = new File(lines, "prompts.jsonl");
  const { id: fileId } = await lead.call(createFile, { purpose: "fine-tune", projectId }, file);
  const recipe = z.decode(Recipe, {
    sources: [{ kind: "upload", file_id: fileId }],
    split: { held_out: 0 },
  });
  const named = { projectId, name: "prompts", description: "", kind: "prompts" as const };
  const { dataset } = await lead.call(createDataset, { ...named, recipe });
  await build(town, dataset.id);
  return { queueId, field, datasetId: dataset.id };
}

export function atQueue({ projectId }: Town, { queueId }: Place) {
  return { projectId, queueId };
}

export type Reserved = ReplyOf<typeof reserveItems>["reserved"][number];
type Desk = { ada: Annotator; place: Place };

export async function reserve(
  town: Town,
  { ada, place, count }: Desk & { count: number },
): Promise<Reserved[]> {
  return (await ada.service.call(reserveItems, { ...atQueue(town, place), count })).reserved;
}

export async function answerAll(town: Town, desk: Desk & { count: number }): Promise<number> {
  const all = await reserve(town, desk);
  for (const reserved of all) await answer(town, { ...desk, reserved });
  return all.length;
}

export async function answer(
  town: Town,
  { ada, place, reserved }: Desk & { reserved: Reserved },
): Promise<void> {
  const { item, own } = reserved;
  const { projectId } = town;
  await ada.service.call(answerItem, {
    ...atQueue(town, place),
    itemId: item.id,
    annotationState: "completed",
    revision: own.revision,
    feedback: [
      {
        projectId,
        weaveRef: `weave:///${projectId}/call/${item.callId}`,
        feedbackType: `wandb.annotation.${FIELD}`,
        annotationRef: place.field,
        payload: { value: "good" },
      },
    ],
    ...{ replaced: [], isFlagged: false, flagNote: "", activeMs: 0 },
  });
}

export async function callsOfNextVersion(town: Town, { queueId, field }: Place): Promise<Set<string>> {
  const recipe = labelsOf({ id: queueId, field }, { rule: "majority" }, { dedupe: { exact: false } });
  const { version } = await build(town, await aDataset(town, recipe));
  const rows = await rowsOf(town, version);
  return new Set(
    rows.flatMap(({ evidence }) => evidence.flatMap(({ kind, id }) => (kind === "call" ? id : []))),
  );
}
