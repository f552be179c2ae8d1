import type { ProjectsCtx } from "#lib/access/context.ts";
import { noAccess } from "#lib/access/permissions/require-project.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { createFeedbackBatch as contract } from "#lib/contract/traces/feedback.ts";
import { IN_BATCH, storeFeedback } from "./store-feedback.internal.ts";

/** Adds several pieces of feedback, of one project or several: all of them or none. */
export async function createFeedbackBatch(
  ctx: ProjectsCtx,
  { batch }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const sent = batch.map((item) => {
    const project = ctx.projects.get(item.projectId);
    if (!project) throw noAccess(item.projectId);
    return { item, project };
  });
  return { res: sent.length === 0 ? [] : await storeFeedback(ctx, sent, IN_BATCH) };
}
