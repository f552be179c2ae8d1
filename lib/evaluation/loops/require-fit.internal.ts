import type { Ctx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { LoopSettings } from "#lib/contract/loops/loop-settings.ts";
import { lossOf } from "#lib/contract/training/preference-config.ts";
import * as z from "#lib/contract/zod.ts";
import { requireMetric } from "#lib/evaluation/results/require-metric.ts";
import { noSuchModel, openModel } from "#lib/models/open-model.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { rowShapeOf } from "#lib/training/data/row-shape.ts";
import { needsOf } from "./loop-parts.internal.ts";

/** Refuses what no run could do, where it stands. */
export async function requireFit(ctx: Ctx, settings: LoopSettings): Promise<void> {
  const { project, actor } = ctx;
  for (const permission of needsOf(settings)) requirePermission(actor, project, permission);
  await requireFitDataset(ctx, settings);
  const model = await openModel(ctx, settings.train.modelId, "training:write");
  if (model.projectId !== project.id) throw noSuchModel(settings.train.modelId);
  if (settings.measure) await requireMetric(ctx, settings.measure, ["measure", "metric"]);
}

async function requireFitDataset(
  { db, project }: Ctx,
  { datasetId, when, train }: LoopSettings,
): Promise<void> {
  const dataset = await db.prisma.dataset.findFirst({ where: { projectId: project.id, id: datasetId } });
  if (!dataset) throw new NotFound(`Dataset ${datasetId} not found; it does not exist in this project`);
  const { name, kind, isArchived, recipe } = dataset;
  if (isArchived)
    throw wrong(["dataset_id"], `${name} is archived, so nothing can be built of it; restore it first`);
  const { job, kinds } = rowShapeOf(train.kind === "sft" ? null : lossOf(train.config ?? {})).dataset;
  if (!kinds.includes(kind))
    throw wrong(
      ["train", "kind"],
      `${name} is of kind ${kind}, and ${job} learns from ${kinds.join(" or ")}; choose another dataset or another job`,
    );
  const asksPeople = z.decode(Recipe, recipe).sources.some((source) => source.kind === "queue");
  if (when.kind === "answers" && !asksPeople)
    throw wrong(
      ["when"],
      `${name} takes nothing from queues, so there are no answers to count; choose a schedule`,
    );
}

function wrong(path: string[], text: string) {
  return invalidAt(["body", ...path], { type: "value_error", text });
}
