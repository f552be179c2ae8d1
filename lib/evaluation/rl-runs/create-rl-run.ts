import type { Ctx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { Fault } from "#lib/contract/fault.ts";
import { list } from "#lib/contract/fields.ts";
import { RlHuman } from "#lib/contract/reinforcement/rl-people.ts";
import type * as contract from "#lib/contract/reinforcement/rl-runs.ts";
import { RewardPart, RlBudget, RlGuard, RlRunConfig } from "#lib/contract/reinforcement/rl-runs.ts";
import { usualRunName } from "#lib/contract/reinforcement/run-names.ts";
import * as z from "#lib/contract/zod.ts";
import { IS_PROMPT, type PromptedVersion, requirePromptedVersion } from "#lib/datasets/prompted-version.ts";
import { requireReferences } from "#lib/evaluation/references/require-references.internal.ts";
import { requireMetric } from "#lib/evaluation/results/require-metric.ts";
import { requireHuman } from "#lib/evaluation/rl-people/require-human.internal.ts";
import { beginRuns } from "#lib/evaluation/runs/begin-runs.internal.ts";
import { requireFitGraders } from "#lib/evaluation/stored-graders/require-fit-graders.internal.ts";
import { findCheckpoint, latestCheckpoint } from "#lib/models/checkpoints/checkpoints.ts";
import { noSuchModel, type OpenModel, openModel } from "#lib/models/open-model.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { requireRlRun } from "./rl-records.internal.ts";

type Endpoint = typeof contract.createRlRun;
type Input = InputOf<Endpoint>;

export async function createRlRun(ctx: Ctx, input: Input): Promise<ReplyOf<Endpoint>> {
  const { project, actor } = ctx;
  requirePermission(actor, project, "chat:create");
  const model = await openModel(ctx, input.modelId, "training:write");
  if (model.projectId !== project.id) throw noSuchModel(input.modelId);
  requireNoPeople(input.graders);
  requireReward(input);
  await requireFitGraders(input.graders);
  const startStep = await startOf(ctx, model, input.startStep);
  const { datasetId, version: number = null } = input;
  const version = await requirePromptedVersion(ctx, { datasetId, number });
  requirePrompts(version);
  await requireReferences(ctx, {
    ...{ versionId: version.id, where: IS_PROMPT, graders: input.graders },
    rows: { count: version.prompts, noun: "prompt", version: `${version.datasetName}:v${version.number}` },
  });
  if (input.guard) await requireMetric(ctx, input.guard, ["guard", "metric"]);
  const human = input.human ? await requireHuman(ctx, input.human, input.graders) : null;
  const id = newId();
  return ctx.db.transaction(async (db) => {
    const guardRunId = input.guard
      ? await startGuard({ ...ctx, db }, { model, startStep, ...input.guard })
      : null;
    const name = input.name?.trim() || (await freeName({ db, project }, model, version));
    await db.query(sql`
      insert into rl_run
        (id, project_id, name, model_id, version_id, prompts, graders, config, guard, budget, human, start_step, guard_run_id, created_by)
      values (${id}, ${project.id}, ${name}, ${model.id}, ${version.id}, ${version.prompts}::int,
        ${JSON.stringify(z.encode(list(RewardPart), input.graders))}::json,
        ${JSON.stringify(z.encode(RlRunConfig, input.config))}::json,
        ${input.guard ? JSON.stringify(z.encode(RlGuard, input.guard)) : null}::json,
        ${JSON.stringify(z.encode(RlBudget, input.budget))}::json,
        ${human ? JSON.stringify(z.encode(RlHuman, human)) : null}::json,
        ${startStep}::int, ${guardRunId}, ${actor.userId})`);
    await tellProject(db, project.id, "jobs");
    return { run: await requireRlRun({ db, project }, id) };
  });
}

/** Runs that begin at once wait for each other here, so that no two have one name. */
async function freeName(
  { db, project }: Pick<Ctx, "db" | "project">,
  model: OpenModel,
  version: PromptedVersion,
): Promise<string> {
  await lockName(db, `names of runs ${project.id}`);
  const runs = await db.prisma.rlRun.findMany({ where: { projectId: project.id }, select: { name: true } });
  return usualRunName(
    model.name,
    version.datasetName,
    runs.map(({ name }) => name),
  );
}

function requireReward({ graders, human }: Input): void {
  if (human || graders.some(({ weight }) => weight !== 0)) return;
  const fault: Fault =
    graders.length === 0
      ? { type: "too_short", bound: 1, actual: 0 }
      : {
          type: "value_error",
          text: "every weight is 0, so there is no reward; give one grader another weight",
        };
  throw invalidAt(["body", "graders"], fault);
}

/** People are asked about stored calls, and few of these answers become some: `human` asks about those. */
function requireNoPeople(graders: readonly RewardPart[]): void {
  for (const [place, { grader }] of graders.entries()) {
    const parts = grader.type === "multi" ? Object.values(grader.graders) : [grader];
    if (parts.some(({ type }) => type === "spindle.human"))
      throw invalidAt(["body", "graders", place, "grader"], {
        type: "value_error",
        text: "spindle.human reads answers of people about stored calls, and the answers of a run are not stored as calls; send human to ask people, or use another grader",
      });
  }
}

async function startOf({ db }: Ctx, model: OpenModel, step: number | undefined): Promise<number> {
  const found =
    step === undefined ? await latestCheckpoint(db, model) : await findCheckpoint(db, model, step);
  if (found && found.corruptAt === null) return found.step;
  if (step === undefined)
    throw new Conflict(`${model.name} has no checkpoint that can be used; create another model`);
  const text = `${model.name} has no usable checkpoint of step ${step}; name a step that its list of checkpoints has`;
  throw invalidAt(["body", "start_step"], { type: "value_error", text });
}

function requirePrompts({ datasetName, number, prompts }: PromptedVersion): void {
  if (prompts === 0)
    throw new Conflict(
      `Version ${number} of ${datasetName} has no rows to train on: all are held out for measuring. Choose another dataset, or build one with split.held_out below 1`,
      { code: "no_rows" },
    );
}

type Guarded = { model: OpenModel; startStep: number; evaluationId: string };

/** What later rounds are compared with. */
async function startGuard(ctx: Ctx, { model, startStep, evaluationId }: Guarded): Promise<string | null> {
  const subject = `${ctx.project.path}/${model.name}:step${startStep}`;
  const asked = { projectId: ctx.project.path, evaluationId, subjects: [subject], samples: 1, seed: 1 };
  const { runs } = await beginRuns(ctx, asked, "guard");
  return runs[0]?.id ?? null;
}
