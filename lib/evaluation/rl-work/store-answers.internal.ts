import { isDict } from "#lib/contract/fields.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { storableText } from "#lib/platform/json/sanitize.ts";
import { type Answer, type AnsweredPrompt, textOf } from "./answer-prompt.internal.ts";
import type { OpenRlRun } from "./open-rl-run.internal.ts";
import type { Round } from "./rounds.internal.ts";
import { whileGoing } from "./while-going.internal.ts";

/** The answers to these prompts become visible at once. Whose were stored first stay, where two workers sampled the same. */
export async function storeAnswers(
  { run, ctx }: OpenRlRun,
  { round }: Round,
  prompts: readonly AnsweredPrompt[],
): Promise<void> {
  const { projectId, id: runId } = run;
  await whileGoing(ctx.db, run, async (tx) => {
    for (const { position, answers } of prompts) {
      if (await tx.prisma.rlRollout.findFirst({ where: { projectId, runId, round, position } })) continue;
      for (const answer of answers) await insert(tx, { projectId, runId, round, position }, answer);
    }
  });
}

type Place = { projectId: string; runId: string; round: number; position: number };

async function insert(tx: Db, { projectId, runId, round, position }: Place, answer: Answer): Promise<void> {
  const choice = "choice" in answer ? answer.choice : null;
  const error = "error" in answer ? storableText(answer.error) : null;
  await tx.query(sql`
    insert into rl_rollout
      (project_id, run_id, round, position, sample, output, error, scores, reward, tokens, is_truncated, choice)
    values (${projectId}, ${runId}, ${round}::int, ${position}::int, ${answer.sample}::int,
      ${choice && storableText(textOf(choice))}, ${error}, ${JSON.stringify(answer.scores)}::json, ${answer.reward}::float8,
      ${choice && tokensOf(choice)}::int, ${choice?.finish_reason === "length"},
      ${choice && JSON.stringify(choice)}::json)`);
}

/** The token that ends it among them. */
function tokensOf({ token_ids: ids, logprobs }: Record<string, unknown>): number {
  if (Array.isArray(ids)) return ids.length;
  return isDict(logprobs) && Array.isArray(logprobs.content) ? logprobs.content.length : 0;
}
