import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { createRlRun, getRlRun, type RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { advanceRlRuns } from "#lib/evaluation/rl-work/advance-rl-runs.ts";
import { advanceRuns } from "#lib/evaluation/work/advance-runs.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness, TestProject } from "#lib/testing/harness.ts";
import { aVersionOf } from "./evaluation-data.ts";
import { aModelIn } from "./model-data.ts";

type Place = { project: TestProject; caller: Caller };

/** A row that asks something and knows what a good answer says. */
export function aPrompt(question: string, reference: string) {
  return { value: { prompt: [{ role: "user", content: question }], reference } };
}

/** Rewards answers that are like the reference. */
export const LIKE_REFERENCE = {
  name: "like",
  weight: 1,
  grader: {
    type: "text_similarity" as const,
    input: "{{sample.output_text}}",
    reference: "{{item.reference}}",
    evaluationMetric: "fuzzy_match" as const,
    passThreshold: 0.5,
  },
};

type Wanted = Partial<InputOf<typeof createRlRun>> & { rows?: Parameters<typeof aVersionOf>[2] };

/** A run over HTTP of a new model on a new dataset, not yet begun. */
export async function anRlRun(
  api: Harness,
  place: Place,
  { rows = [aPrompt("Say yes", "yes")], ...more }: Wanted = {},
): Promise<RlRun> {
  const { datasetId } = await aVersionOf(api, place, rows);
  const modelId = more.modelId ?? (await aModelIn(api, place)).id;
  const config = { rounds: 2, promptsPerRound: 4, rollouts: 2, temperature: 1, maxTokens: 8, seed: 1 };
  const input = {
    ...{ projectId: place.project.path, modelId, datasetId, graders: [LIKE_REFERENCE], config, budget: {} },
    ...more,
  };
  return (await api.call(place.caller, createRlRun, input)).run;
}

export async function readRlRun(
  api: Harness,
  { project, caller }: Place,
  runId: string,
): Promise<ReplyOf<typeof getRlRun>> {
  return api.call(caller, getRlRun, { projectId: project.path, runId });
}

/** One step of what the worker does for the runs of this project, without its pauses; those of others wait. */
export async function advanceOnce(api: Harness, { project }: Pick<Place, "project">): Promise<void> {
  await api.db.query(sql`
    update rl_run set next_attempt_at = case when project_id = ${project.id} then now() else now() + interval '1 day' end
    where state in ('queued', 'running')`);
  await advanceRuns(api.db);
  await advanceRlRuns(api.db);
}

/** The ids on the wire of a run that never begins, with one round of one answer. */
export async function anRlRunIn(
  api: Harness,
  place: Place,
): Promise<{ project_id: string; run_id: string; model_id: string; dataset_id: string }> {
  const { project, caller } = place;
  const { datasetId, versionId } = await aVersionOf(api, place, [aPrompt("Hello?", "Hello")]);
  const model = await aModelIn(api, place);
  const id = newId();
  const graders = [
    {
      name: "like",
      weight: 1,
      grader: { type: "string_check", input: "a", reference: "b", operation: "eq" },
    },
  ];
  await api.db.query(sql`
    insert into rl_run
      (id, project_id, name, model_id, version_id, prompts, graders, config, budget, start_step, state, created_by, next_attempt_at)
    values (${id}, ${project.id}, ${id}, ${model.id}, ${versionId}, 1, ${JSON.stringify(graders)}::json, '{}'::json, '{}'::json, 0,
      'running', ${caller.userId}, now() + interval '1 day')`);
  await api.db.query(sql`
    insert into rl_round (project_id, run_id, round, positions, from_step) values (${project.id}, ${id}, 1, '{0}', 0)`);
  await api.db.query(sql`
    insert into rl_rollout (project_id, run_id, round, position, sample, output, scores, reward, tokens, is_truncated)
    values (${project.id}, ${id}, 1, 0, 0, 'Hello', '{"like": {"score": 1, "passed": true}}'::json, 1, 2, false)`);
  return { project_id: project.path, run_id: id, model_id: model.id, dataset_id: datasetId };
}
