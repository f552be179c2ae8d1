import type { Ctx } from "#lib/access/context.ts";
import { requirePermission } from "#lib/access/permissions/require-project.ts";
import {
  type EvidenceField,
  fieldOf,
  findEvidenceQueue,
} from "#lib/annotation/evidence/find-evidence-field.ts";
import type { RlHuman } from "#lib/contract/reinforcement/rl-people.ts";
import type { RewardPart } from "#lib/contract/reinforcement/rl-runs.ts";
import { type InvalidRequest, NotFound } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** Whom a run asks, its question settled; a 422 at its place where nobody could be asked so. */
export async function requireHuman(
  ctx: Ctx,
  human: RlHuman,
  graders: readonly RewardPart[],
): Promise<RlHuman & { field: string }> {
  for (const needed of ["queues:write", "answers:read"] as const)
    requirePermission(ctx.actor, ctx.project, needed);
  const queue = await findEvidenceQueue(ctx, human.queueId).catch((error: unknown) => {
    if (error instanceof NotFound) throw wrong("queue_id", error.message);
    throw error;
  });
  if (await isArchived(ctx, queue.id))
    throw wrong("queue_id", "the queue is archived and has no new items; restore it, or name another one");
  if (queue.kind === "pairwise")
    throw wrong(
      "queue_id",
      "the queue compares pairs of calls, and answers are rewarded one by one; name a queue of single calls",
    );
  const field = human.field === undefined ? queue.fields[0] : fieldOf(queue, human.field);
  if (!field)
    throw human.field === undefined
      ? wrong(
          "queue_id",
          "the queue asks no question whose values can be compared; add one of yes and no, of one choice, or of a number",
        )
      : wrong("field", `the queue asks no question ${human.field} whose values can be compared`);
  if (!human.scores && !isWorthSomething(field))
    throw wrong("scores", "the question's values are words; say from 0 to 1 what each is worth");
  if (human.fallback === "judge" && !graders.some(({ weight }) => weight > 0))
    throw wrong("fallback", "no grader of positive weight could decide; use drop or mean, or add a grader");
  return { ...human, field: field.ref };
}

async function isArchived({ db, project }: Ctx, id: string): Promise<boolean> {
  return (
    (await db.prisma.annotationQueue.count({ where: { projectId: project.id, id, isArchived: true } })) > 0
  );
}

/** Numbers, and yes and no. */
function isWorthSomething(field: EvidenceField): boolean {
  return field.isNumber || field.read(true) !== null;
}

function wrong(place: string, text: string): InvalidRequest {
  return invalidAt(["body", "human", place], { type: "value_error", text });
}
