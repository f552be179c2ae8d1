import { type CheckpointRow, findCheckpoint, policyOf } from "#lib/models/checkpoints/checkpoints.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import { Rejected } from "#lib/platform/errors.ts";
import type { PolicyAt } from "#lib/training/trainer/prepare/reference-scorer.ts";
import { requireWhole } from "#lib/training/trainer/prepare/require-whole.ts";
import { firstWeights } from "./first-weights.ts";
import { type LineStep, lineOf, requireBeginning, type Stage } from "./line-of.ts";
import { type Beginning, type RemadeStep, trainStage } from "./train-stage.ts";
import { type Asked, whyNot } from "./why-not.ts";

export type Remaking = Asked & {
  readonly target: CheckpointRow;
  /** The step to begin at, whose files are whole; null begins at the base model. */
  readonly from: number | null;
  /** An empty folder outside the store. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  readonly onStage: (stage: Stage, number: number, of: number) => void;
  readonly onStep: (step: RemadeStep) => void;
};

export type Remade =
  | { readonly kind: "same"; readonly folder: string }
  | { readonly kind: "other"; readonly jobId: string; readonly step: number | null };

/** The line cannot be made again here, for these reasons. */
export class NotRemade extends Rejected {}

/** Trains every job of a checkpoint's line again, in a scratch folder alone, and compares each of its checkpoints with what was written. */
export async function remake(remaking: Remaking): Promise<Remade> {
  const { db, engine, model, target, from, scratch, signal, onStage, onStep } = remaking;
  const stages = await lineOf(db, model, { target, from });
  const [first] = stages;
  if (!first) return sameOrNothing(model, target, await firstWeights(model, target, scratch));
  const reasons = await whyNot(remaking, stages, target.step);
  if (reasons.length > 0) throw new NotRemade(reasons.join("\n"));
  const folders = new Map<number, string>();
  const policyAt = policiesOf(remaking, folders);
  let begin: Beginning = { policy: await beginWith(remaking, first.start, folders), state: null };
  let folder = scratch;
  for (const [at, stage] of stages.entries()) {
    onStage(stage, at + 1, stages.length);
    const trained = await trainStage({ db, engine, model, policyAt, scratch, signal, onStep }, stage, begin);
    if (trained.kind === "other") return { kind: "other", jobId: stage.job.hold.jobId, step: trained.step };
    folder = trained.folder;
    folders.set(stage.made.step, folder);
    begin = { policy: await placeOf(model, folder), state: trained.state };
  }
  return { kind: "same", folder };
}

function sameOrNothing(model: ModelRow, { step }: CheckpointRow, folder: string | null): Remade {
  if (folder !== null) return { kind: "same", folder };
  throw new NotRemade(`Step ${step} of ${model.name} was not trained: there is nothing to make again`);
}

/** The first weights are made again as well, since theirs may be the damaged ones; others have to be whole. */
async function beginWith({ db, model, scratch }: Remaking, start: LineStep, folders: Map<number, string>) {
  const beginning = await requireBeginning(db, model, start);
  const made = await firstWeights(model, beginning, scratch);
  if (made === null) {
    await requireWhole(db, model, beginning);
    return policyOf(model, beginning);
  }
  folders.set(beginning.step, made);
  return placeOf(model, made);
}

/** What was made again counts before what is stored, which may be the damaged one. */
function policiesOf({ db, model }: Remaking, folders: ReadonlyMap<number, string>): PolicyAt {
  return async (step) => {
    const folder = folders.get(step);
    if (folder !== undefined) return placeOf(model, folder);
    const stored = await findCheckpoint(db, model, step);
    if (!stored)
      throw new NotRemade(`A job compared itself with step ${step} of ${model.name}, which was deleted`);
    await requireWhole(db, model, stored);
    return policyOf(model, stored);
  };
}

async function placeOf(model: Remaking["model"], folder: string) {
  if (model.training.mode === "full") return { modelFolder: folder, adapterFolder: null };
  return { ...(await policyOf(model, { folder: null })), adapterFolder: folder };
}
