import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type * as contract from "#lib/contract/evaluation/gates.ts";
import { findCheckpoint } from "#lib/models/checkpoints/checkpoints.ts";
import { openModel } from "#lib/models/open-model.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { checkGate } from "./check-gate.internal.ts";
import { findGate } from "./gate-rows.internal.ts";
import { incumbentOf } from "./incumbent-of.internal.ts";

type Endpoint = typeof contract.checkCheckpointGate;

export async function checkCheckpointGate(
  ctx: AccountCtx,
  { modelId, alias, step }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { db } = ctx;
  const model = await openModel(ctx, modelId, "models:read");
  const { projectId, project } = model;
  const gate = await findGate(db, { projectId, modelId, alias });
  if (!gate) throw new NotFound(`The alias ${alias} of ${model.name} has no gate`);
  if (!(await findCheckpoint(db, model, step)))
    throw new NotFound(`${model.name} has no checkpoint of step ${step}`);
  const incumbentStep = await incumbentOf(db, { projectId, modelId, alias });
  if (incumbentStep === null || incumbentStep === step)
    return { gate, incumbentStep, passed: true, lines: [] };
  const steps = { modelId, candidate: step, incumbent: incumbentStep };
  const lines = await checkGate({ db, project }, gate, steps);
  return { gate, incumbentStep, passed: lines.every(({ passed }) => passed), lines };
}
