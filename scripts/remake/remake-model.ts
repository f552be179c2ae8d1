import fs from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import { openDatabase } from "#lib/platform/db/database.ts";
import { WrongSetting } from "#lib/platform/env.ts";
import { findTarget } from "#lib/training/remake/find-target.ts";
import { type Remade, remake } from "#lib/training/remake/remake.ts";
import { restoreCheckpoint } from "#lib/training/remake/restore-checkpoint.ts";
import type { RemadeStep } from "#lib/training/remake/train-stage.ts";

const CONNECTIONS = 4;
/** As that of the trainer: nobody waits in front of it. */
const NICENESS = 10;

export type Wanted = {
  readonly name: string;
  readonly from: number | null;
  readonly out: string | null;
  readonly isRestored: boolean;
  readonly withRetracted: boolean;
  readonly anyMachine: boolean;
  readonly signal: AbortSignal;
};

/** Makes a checkpoint again and says what came of it; the exit status. */
export async function remakeModel(databaseUrl: string, wanted: Wanted): Promise<number> {
  const { name, out, from, withRetracted, anyMachine, signal } = wanted;
  if (out !== null && fs.existsSync(out))
    throw new WrongSetting(`${out} is already there; name a folder that is not.`);
  os.setPriority(NICENESS);
  const db = openDatabase(databaseUrl, CONNECTIONS);
  const scratch = await mkdtemp(path.join(os.tmpdir(), "spindle-remake-"));
  try {
    const { model, project, checkpoint: target } = await findTarget(db, name);
    console.log(`Step ${target.step} of ${project.path}/${model.name} is made again in ${scratch}.`);
    const asked = { db, engine: chooseEngine(), model, project, withRetracted, anyMachine };
    const remade = await remake({
      ...{ ...asked, target, from, scratch, signal },
      onStage: ({ job, jobStep }, number, of) =>
        console.log(`Job ${number} of ${of}: ${job.kind} ${job.hold.jobId}, ${jobStep} steps`),
      onStep: (step) => console.log(stepText(step)),
    });
    console.log(outcomeText(remade));
    if (remade.kind === "other") return 1;
    if (out !== null) {
      await cp(remade.folder, out, { recursive: true, errorOnExist: true, force: false });
      console.log(`Its files are in ${out}.`);
    }
    if (wanted.isRestored) {
      await restoreCheckpoint(db, target, remade.folder);
      console.log(`Step ${target.step} of ${model.name} has its files again.`);
    }
    return 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await db.close();
  }
}

function stepText({ number, of, loss, recorded }: RemadeStep): string {
  const step = `  Step ${number} of ${of}`;
  if (loss === null) return step;
  if (recorded === null) return `${step}: loss ${loss}, none recorded`;
  return Object.is(loss, recorded)
    ? `${step}: loss ${loss}, as recorded`
    : `${step}: loss ${loss}, recorded ${recorded}`;
}

function outcomeText(remade: Remade): string {
  if (remade.kind === "same") return "The same to the bit.";
  if (remade.step !== null)
    return `Not the same: the loss of job ${remade.jobId} differs from step ${remade.step} on.`;
  return `Not the same: every loss of job ${remade.jobId} is as recorded, and its weights differ.`;
}
