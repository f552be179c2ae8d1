import { columns, field, json, of, type RowOf } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { isScored, readScores, type StoredScores } from "./score.internal.ts";

const ANSWER = columns({
  ...of("evaluation_result s", "position", "sample", "unitKeys", "error", "latencyMs", "completionTokens"),
  callId: field("evaluation_result s", "callId"),
  rowDigest: field("dataset_row r", "rowDigest"),
  stored: json(sql`s.scores`),
});

/** An answer of a run as far as comparing needs it. */
export type RunAnswer = Omit<RowOf<typeof ANSWER>, "stored"> & { readonly scores: StoredScores };

/** All answers of a run, in the order of rows and samples. */
export async function answersOf(
  db: Db,
  { projectId, runId }: { projectId: string; runId: string },
): Promise<RunAnswer[]> {
  const rows = await db.query(sql`
    select ${ANSWER}
    from evaluation_result s
    join evaluation_run n on n.project_id = s.project_id and n.id = s.run_id
    join dataset_row r on r.project_id = n.project_id and r.version_id = n.version_id and r.position = s.position
    where s.project_id = ${projectId} and s.run_id = ${runId}
    order by s.position, s.sample`);
  return rows.map(({ stored, ...row }) => ({ ...row, scores: readScores(stored) }));
}

/** What two runs, even of two versions, call the same question. */
export function answerKey({ rowDigest, sample }: Pick<RunAnswer, "rowDigest" | "sample">): string {
  return `${rowDigest} ${sample}`;
}

/** A number that a metric gives an answer; null where it is masked or says nothing. */
export function numberOf(answer: RunAnswer, metric: string): number | null {
  if (metric === "latency_ms") return answer.latencyMs;
  if (metric === "completion_tokens") return answer.completionTokens;
  const score = answer.scores[metric];
  return isScored(score) ? score.score : null;
}

/** Whether it passes; null where it is masked, or the metric has no pass or fail. */
export function passedOf(answer: RunAnswer, metric: string): boolean | null {
  const score = answer.scores[metric];
  return isScored(score) ? score.passed : null;
}

/** Whether it should have a score and has none. What was never measured, such as the likelihood of another server's model, is not masked. */
export function isMaskedIn({ scores }: RunAnswer, metric: string): boolean {
  return Object.hasOwn(scores, metric) && !isScored(scores[metric]);
}
