import type { Ctx } from "#lib/access/context.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";
import { tellProject } from "#lib/platform/live/tell-project.ts";
import { callOfCompletion } from "#lib/serving/chat/call-of-completion.ts";
import { usageIn } from "#lib/serving/chat/usage-in.ts";
import { completeCalls } from "#lib/traces/ingest/complete-calls.ts";
import type { Answered, Measured, OpenRun } from "./measure-answer.internal.ts";

/**
 * Results and the calls of their answers appear together, while the run has not ended. The natural key of a result (run, row, sample) decides
 * between two workers that measured the same; only the one whose result stands stores its call. Answers how many results are new.
 */
export function storeMeasured({ run, ctx }: OpenRun, measured: readonly Measured[]): Promise<number> {
  const { projectId, id } = run;
  return ctx.db.transaction(async (tx) => {
    const going = await tx.query(sql`
      update evaluation_run
      set state = 'running', started_at = coalesce(started_at, clock_timestamp()), waiting_for = null, idle_rounds = 0
      where project_id = ${projectId} and id = ${id} and state in ('queued', 'running') returning 1`);
    if (going.length === 0) return 0;
    const batch: unknown[] = [];
    let stored = 0;
    for (const one of measured) {
      if (!(await insertResult(tx, { projectId, runId: id }, one))) continue;
      stored++;
      if ("answer" in one) batch.push(callOf(run, one));
    }
    await storeCalls({ ...ctx, db: tx }, run, batch);
    await tellProject(tx, projectId, "evaluations");
    return stored;
  });
}

type Place = { projectId: string; runId: string };

async function insertResult(tx: Db, { projectId, runId }: Place, one: Measured): Promise<boolean> {
  const { position, sample } = one.pending;
  const answer = "answer" in one ? one.answer : null;
  const isMasked = Object.values(one.scores).some((score) => "masked" in score) || answer === null;
  const latencyMs = answer && answer.endedAt.getTime() - answer.startedAt.getTime();
  const tokens = answer && usageOf(answer).completionTokens;
  const inserted = await tx.query(sql`
    insert into evaluation_result
      (project_id, run_id, position, sample, unit_keys, call_id, output, error, scores, is_masked, mask_reasons, latency_ms, completion_tokens)
    values (${projectId}, ${runId}, ${position}::int, ${sample}::int, ${[...one.unitKeys]}::text[], ${answer?.callId ?? null},
      ${answer && storableText(answer.output)}, ${"error" in one ? storableText(one.error) : null},
      ${JSON.stringify(one.scores)}::json, ${isMasked}, ${[...one.reasons]}::text[], ${latencyMs}::int, ${tokens}::int)
    on conflict do nothing returning 1`);
  return inserted.length > 0;
}

function usageOf({ completion }: Answered) {
  return usageIn(completion) ?? { promptTokens: 0, completionTokens: 0 };
}

function callOf(run: OpenRun["run"], { answer, pending }: Extract<Measured, { answer: Answered }>) {
  return callOfCompletion({
    id: answer.callId,
    startedAt: answer.startedAt,
    endedAt: answer.endedAt,
    request: answer.request,
    completion: answer.completion,
    usage: usageOf(answer),
    attributes: {
      model: run.subject,
      ...(run.modelId === null ? {} : { model_id: run.modelId, step: run.step }),
      evaluation_id: run.evaluationId,
      evaluation_run_id: run.id,
      evaluation_position: pending.position,
    },
    threadId: `eval/${run.id}`,
  });
}

async function storeCalls(ctx: Ctx, { entity, project }: OpenRun["run"], batch: unknown[]): Promise<void> {
  if (batch.length === 0) return;
  const { errors } = await completeCalls(ctx, { entity, project, batch });
  if (errors?.[0]) throw new Error(`An answer could not be stored as a call: ${errors[0].error}`);
}
