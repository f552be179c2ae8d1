import type { Ctx } from "#lib/access/context.ts";
import { Estimate } from "#lib/contract/evaluation/estimate.ts";
import { integer, list } from "#lib/contract/fields.ts";
import { RlHuman } from "#lib/contract/reinforcement/rl-people.ts";
import {
  RewardPart,
  RlBudget,
  RlGuard,
  type RlPhase,
  type RlRound,
  type RlRun,
  RlRunConfig,
} from "#lib/contract/reinforcement/rl-runs.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { columns, field, int, json, of, orNull, type RowOf } from "#lib/platform/db/columns.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { roundFigures } from "./round-figures.internal.ts";

type Place = Pick<Ctx, "db" | "project">;

const RUN = columns({
  ...of("rl_run n", "id", "name", "modelId", "prompts", "state", "isStopping", "ending", "endingText"),
  ...of(
    "rl_run n",
    "errorMessage",
    "waitingFor",
    "startStep",
    "createdBy",
    "createdAt",
    "startedAt",
    "endedAt",
  ),
  ...of("rl_run n", "graders", "config", "guard", "budget", "human"),
  modelName: field("model m", "name"),
  datasetId: field("dataset d", "id"),
  datasetName: field("dataset d", "name"),
  version: field("dataset_version v", "number"),
  round: int(sql`(
    select coalesce(max(o.round), 0) from rl_round o where o.project_id = n.project_id and o.run_id = n.id)`),
  step: int(sql`coalesce((
    select max(o.to_step) from rl_round o where o.project_id = n.project_id and o.run_id = n.id), n.start_step)`),
  tokens: int(sql`(
    select coalesce(sum(t.tokens), 0) from rl_rollout t where t.project_id = n.project_id and t.run_id = n.id)`),
  guarded: json<unknown[]>(sql`(
    select coalesce(json_agg(json_build_object('step', o.to_step, 'guard', o.guard) order by o.round), '[]')
    from rl_round o where o.project_id = n.project_id and o.run_id = n.id and o.guard is not null)`),
});
type RunRecord = RowOf<typeof RUN>;

/** Runs (as `n`) of the project that `condition` keeps, newest first. */
export async function findRlRuns(
  { db, project }: Place,
  condition: Sql,
  { limit = 1, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<RlRun[]> {
  const records = await db.query(sql`
    select ${RUN}
    from rl_run n
    join model m on m.project_id = n.project_id and m.id = n.model_id
    join dataset_version v on v.project_id = n.project_id and v.id = n.version_id
    join dataset d on d.project_id = v.project_id and d.id = v.dataset_id
    where n.project_id = ${project.id} and ${condition}
    order by n.created_at desc, n.id desc limit ${limit} offset ${offset}`);
  return records.map((record) => toRun(record, project.path));
}

export async function requireRlRun(place: Place, runId: string): Promise<RlRun> {
  const [run] = await findRlRuns(place, sql`n.id = ${runId}`);
  if (!run) throw new NotFound(`Reinforcement run ${runId} not found; it does not exist in this project`);
  return run;
}

function toRun({ guarded, ...record }: RunRecord, projectId: string): RlRun {
  const settings = readSettings(record);
  return { ...record, ...settings, projectId, safeStep: safeStepOf(settings.guard, guarded) };
}

type Settings = Pick<RlRun, "graders" | "config" | "guard" | "budget" | "human">;

/** What a run's row holds of JSON, which is what its creation encoded. */
export function readSettings(stored: { [K in keyof Settings]: unknown }): Settings {
  return {
    graders: z.decode(list(RewardPart), stored.graders),
    config: z.decode(RlRunConfig, stored.config),
    guard: stored.guard === null ? null : z.decode(RlGuard, stored.guard),
    budget: z.decode(RlBudget, stored.budget),
    human: stored.human === null ? null : z.decode(RlHuman, stored.human),
  };
}

const Guarded = wireObject({ step: integer(), guard: Estimate });

function safeStepOf(guard: RlGuard | null, guarded: readonly unknown[]): number | null {
  if (!guard) return null;
  const found = guarded.map((one) => z.decode(Guarded, one));
  return found.findLast((one) => !hasFallen(one.guard, guard))?.step ?? null;
}

/** Whether the model is further below the start than it may be. */
export function hasFallen({ value }: Estimate, { maxDrop }: RlGuard): boolean {
  return value !== null && value < -maxDrop;
}

const ROUND = columns({
  ...of("rl_round o", "round", "fromStep", "toStep", "jobId", "guardRunId", "startedAt", "endedAt"),
  ...of("rl_round o", "humanDeadline", "settledAt"),
  groups: int(sql`cardinality(o.positions)`),
  guard: orNull(json(sql`o.guard`)),
});

/** The rounds of a run, in order, with what their answers show. */
export async function findRlRounds({ db, project }: Place, run: RlRun): Promise<RlRound[]> {
  const rounds = await db.query(sql`
    select ${ROUND} from rl_round o
    where o.project_id = ${project.id} and o.run_id = ${run.id} order by o.round`);
  const figures = await roundFigures(db, { projectId: project.id, run });
  return rounds.map(({ humanDeadline, settledAt, ...round }) => ({
    ...round,
    ...figures(round.round, { humanDeadline, settledAt }),
    phase: phaseOf({ ...round, isAsking: humanDeadline !== null && settledAt === null }),
    guard: round.guard === null ? null : z.decode(Estimate, round.guard),
  }));
}

type Standing = Pick<RlRound, "endedAt" | "toStep" | "jobId"> & { isAsking: boolean };

function phaseOf({ endedAt, toStep, jobId, isAsking }: Standing): RlPhase {
  if (endedAt !== null) return "ended";
  if (toStep !== null) return "guarding";
  if (jobId !== null) return "training";
  return isAsking ? "waiting_for_people" : "sampling";
}
