import type { Project } from "#lib/access/context.ts";
import { retractedRowsOf } from "#lib/datasets/retractions/retracted-rows-of.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import type { Engine } from "#lib/engine/port/port.ts";
import { baseModelFolder } from "#lib/models/base-models/require-base-model.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { SpindleError } from "#lib/platform/errors.ts";
import { hashOfData } from "#lib/training/data/job-data-file.ts";
import type { MadeWith } from "#lib/training/made-with.ts";
import { baseHashOf, machineOf } from "#lib/training/trainer/prepare/circumstances-of.ts";
import { readDataFile } from "#lib/training/trainer/prepare/read-training-data.ts";
import type { Stage } from "./line-of.ts";
import type { RecordedJob } from "./recorded-job.ts";
import { whereDataWent } from "./where-data-went.ts";

/** What is looked at, and what the caller accepts all the same. */
export type Asked = {
  readonly db: Db;
  readonly engine: Engine;
  readonly model: ModelRow;
  readonly project: Pick<Project, "id" | "path">;
  readonly withRetracted: boolean;
  readonly anyMachine: boolean;
};

/** Why a line cannot be made again, all of it at once and before anything is trained; empty where it can. */
export async function whyNot(asked: Asked, stages: readonly Stage[], step: number): Promise<string[]> {
  const reasons: string[] = [];
  if (!asked.withRetracted) reasons.push(...(await retracted(asked, step)));
  const base = await baseHash(asked.model.baseModel);
  if (base.lack !== null) reasons.push(base.lack);
  const [first] = stages;
  if (first?.job.madeWith?.continuesOptimizer && first.start.step > 0)
    reasons.push(
      `Job ${idOf(first.job)} continued the optimizer of the job before it; begin earlier than step ${first.start.step}`,
    );
  for (const { job } of stages) {
    const { madeWith } = job;
    if (madeWith && base.hash !== null && madeWith.baseHash !== base.hash)
      reasons.push(
        `The files of the base model ${asked.model.baseModel} are others than those that job ${idOf(job)} began with; put those back`,
      );
    if (madeWith && !asked.anyMachine) reasons.push(...otherMachine(asked.engine, job, madeWith));
    reasons.push(...(await otherData(asked.db, job)));
  }
  return [...new Set(reasons)];
}

async function retracted({ db, project, model }: Asked, step: number): Promise<string[]> {
  const learner = { modelId: model.id, step };
  const found = (await retractedRowsOf({ db, project }, [learner]))(learner);
  if (found === null) return [];
  return [
    `Step ${step} learned from ${found.rows} rows whose answers are retracted; add --with-retracted to make it all the same`,
  ];
}

async function baseHash(name: string): Promise<{ hash: string | null; lack: string | null }> {
  try {
    return { hash: await baseHashOf(await baseModelFolder(name)), lack: null };
  } catch (error) {
    if (!(error instanceof MissingFiles)) throw error;
    return { hash: null, lack: error.message };
  }
}

const FACTS = {
  engine: "engine",
  kernels: "runtime",
  version: "version of Spindle",
  processor: "processor",
} as const;

/** Threads and budget are taken from the record; the rest is as it is here. */
function otherMachine(engine: Engine, job: RecordedJob, madeWith: MadeWith): string[] {
  const here = machineOf(engine);
  return (["engine", "kernels", "version", "processor"] as const)
    .filter((fact) => here[fact] !== madeWith[fact])
    .map(
      (fact) =>
        `Job ${idOf(job)} was trained with another ${FACTS[fact]} (${madeWith[fact] ?? "unknown"}) than here (${here[fact] ?? "unknown"}), which may round differently; add --any-machine to try all the same`,
    );
}

async function otherData(db: Db, job: RecordedJob): Promise<string[]> {
  try {
    const found = await hashOfData(await readDataFile(db, job));
    if (job.madeWith === null || job.madeWith.dataHash === found) return [];
    return [`The data of job ${idOf(job)} changed since it was trained; put the file back as it was`];
  } catch (error) {
    if (error instanceof MissingFiles || error instanceof SpindleError)
      return [`The data of job ${idOf(job)} is gone: ${await whereDataWent(db, job)}`];
    throw error;
  }
}

function idOf({ hold }: RecordedJob): string {
  return hold.jobId;
}
