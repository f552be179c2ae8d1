import type { AccountCtx } from "#lib/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { type streamTrainingEvents as contract, TrainingEvent } from "#lib/contract/training-progress.ts";
import * as z from "#lib/contract/zod.ts";
import { Forbidden, NotFound } from "#lib/errors.ts";
import { type ServerEvent, ServerEvents } from "#lib/server-events.ts";
import { eventNumber } from "./event-number.internal.ts";
import { followEvents } from "./jobs/follow-events.ts";
import { skipSteps } from "./jobs/skip-steps.ts";
import { requireJobRow } from "./require-job.internal.ts";

const RETRY_MS = 2000;

export async function streamTrainingEvents(
  ctx: AccountCtx,
  { trainingJobId, lastEventId, tail }: InputOf<typeof contract>,
): Promise<ServerEvents> {
  const { id: jobId } = await requireJobRow(ctx, trainingJobId, "training:read");
  const seen =
    lastEventId === undefined
      ? null
      : await eventNumber(ctx.db, { jobId, eventId: lastEventId, onlyListed: false });
  const afterNumber = seen ?? 0n;
  const skipped =
    tail === undefined
      ? { events: [], lastNumber: afterNumber }
      : await skipSteps(ctx.db, { jobId, afterNumber, tail });
  const following = followEvents(ctx.db, {
    jobId,
    afterNumber: skipped.lastNumber,
    signal: ctx.signal,
    mayGoOn: () => mayStillRead(ctx, jobId),
  });
  return new ServerEvents(written(skipped.events, following), { retryMs: RETRY_MS });
}

/** Someone who left the project while the stream was open reads no further. */
async function mayStillRead(ctx: AccountCtx, jobId: string): Promise<boolean> {
  try {
    await requireJobRow(ctx, jobId, "training:read");
    return true;
  } catch (error) {
    if (error instanceof Forbidden || error instanceof NotFound) return false;
    throw error;
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
