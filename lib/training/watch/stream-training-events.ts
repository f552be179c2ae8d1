import type { AccountCtx, Project } from "#lib/access/context.ts";
import { ProjectReader } from "#lib/access/permissions/project-reader.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import {
  type streamTrainingEvents as contract,
  TrainingEvent,
} from "#lib/contract/training/training-progress.ts";
import * as z from "#lib/contract/zod.ts";
import { type ServerEvent, ServerEvents } from "#lib/platform/server-events.ts";
import { eventNumber } from "#lib/training/event-number.internal.ts";
import { followEvents } from "#lib/training/jobs/events/follow-events.ts";
import { skipSteps } from "#lib/training/jobs/skip-steps.ts";
import { requireJobRow } from "#lib/training/require-job.internal.ts";

const RETRY_MS = 2000;

export async function streamTrainingEvents(
  ctx: AccountCtx,
  { trainingJobId, lastEventId, tail }: InputOf<typeof contract>,
): Promise<ServerEvents> {
  const { id: jobId, projectId: path } = await requireJobRow(ctx, trainingJobId, "training:read");
  const project = await requireProject(ctx.db, ctx.actor, { path, permission: "training:read" });
  const seen =
    lastEventId === undefined
      ? null
      : await eventNumber(ctx.db, { jobId, eventId: lastEventId, onlyListed: false });
  const afterNumber = seen ?? 0n;
  const skipped =
    tail === undefined
      ? { events: [], lastNumber: afterNumber }
      : await skipSteps(ctx.db, { jobId, afterNumber, tail });
  const following = readOn(ctx, { jobId, project, afterNumber: skipped.lastNumber });
  return new ServerEvents(written(skipped.events, following), { retryMs: RETRY_MS });
}

type From = { jobId: string; project: Project; afterNumber: bigint };

/** Someone who leaves the project while the stream is open, or may no longer read training, reads no further. */
async function* readOn(ctx: AccountCtx, { project, ...from }: From): AsyncGenerator<TrainingEvent> {
  const reader = new ProjectReader(ctx, project, "training:read");
  try {
    yield* followEvents(ctx.db, { ...from, signal: reader.signal });
  } finally {
    reader.leave();
  }
}

async function* written(
  first: readonly TrainingEvent[],
  following: AsyncIterable<TrainingEvent>,
): AsyncGenerator<ServerEvent> {
  for (const event of first) yield asServerEvent(event);
  for await (const event of following) yield asServerEvent(event);
}

function asServerEvent(event: TrainingEvent): ServerEvent {
  return { id: event.id, event: event.type, data: JSON.stringify(z.encode(TrainingEvent, event)) };
}
