import { queryOptions } from "@tanstack/react-query";
import type { GivenTalk } from "#components/chat/state/playground-state.ts";
import { datasetsKey, versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { labelOfRow } from "#components/datasets/parts/label-of-row.ts";
import type { ChatName } from "#components/run/queries/model-names.ts";
import { allCheckpointsQuery } from "#components/run/queries/model-queries.ts";
import { jobQuery } from "#components/run/queries/training-queries.ts";
import { call } from "#lib/client/call.ts";
import { queryDatasetRows } from "#lib/contract/datasets/dataset-versions.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models/models.ts";

/** What a checkpoint learned that was trained on labels. */
export type LabelLesson = {
  step: number;
  /** The question, by the name of its object. */
  objectId: string;
  /** Whether it is asked after an answer, or in place of one. */
  isAfterAnswer: boolean;
  /** A row of what it learned from, held out where some are, and what people said of it. */
  row: { given: GivenTalk; answer: string; isHeldOut: boolean };
};

type Model = Pick<ModelWithSteps, "id" | "latestStep">;

/** Null of a checkpoint that learned something else, or of which nobody knows what. */
export function labelLessonQuery(projectId: string, model: Model, pin: ChatName["pin"]) {
  return queryOptions({
    queryKey: [...datasetsKey(projectId), "label-lesson", model.id, model.latestStep, pin],
    staleTime: 60_000,
    queryFn: async ({ signal, client }): Promise<LabelLesson | null> => {
      const checkpoints = await client.ensureQueryData(allCheckpointsQuery(model.id));
      const checkpoint = checkpoints.find((one) => isMeant(one, model, pin));
      if (!checkpoint?.jobId) return null;
      const job = await client.ensureQueryData(jobQuery(checkpoint.jobId));
      const ref = job.kind === "sft" ? job.source.datasetRef : null;
      const found = ref === null ? null : await client.ensureQueryData(versionOfRefQuery(projectId, ref));
      if (!found) return null;
      const { dataset, version } = found;
      const split = version.counts.heldOut > 0 ? "held_out" : "train";
      const place = { projectId: dataset.projectId, datasetId: dataset.id, version: `v${version.number}` };
      const { rows } = await call(queryDatasetRows, { ...place, split, limit: 1, offset: 0 }, { signal });
      return lessonOf(checkpoint.step, rows[0]);
    },
  });
}

function isMeant({ step, aliases }: Checkpoint, { latestStep }: Model, pin: ChatName["pin"]): boolean {
  if (pin === null) return step === latestStep;
  return typeof pin === "number" ? step === pin : aliases.includes(pin);
}

type Row = { row: Record<string, unknown>; split: string };

/** Of a checkpoint by a row of what it learned from. */
export function lessonOf(step: number, first: Row | undefined): LabelLesson | null {
  const labelled = first && labelOfRow(first.row);
  if (!labelled) return null;
  const { messages, tools } = labelled.rest;
  const asked = Array.isArray(messages) ? messages.filter(isDict) : [];
  if (asked.length === 0) return null;
  const { objectId, answer } = labelled.label;
  return {
    ...{ step, objectId, isAfterAnswer: asked.at(-1)?.role === "assistant" },
    row: {
      given: { messages: asked, tools: Array.isArray(tools) && tools.length > 0 ? tools : null },
      ...{ answer, isHeldOut: first.split === "held_out" },
    },
  };
}
