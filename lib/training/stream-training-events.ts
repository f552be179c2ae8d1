import type { AccountCtx } from "#lib/context.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import { type streamTrainingEvents as contract, TrainingEvent } from "#lib/contract/training.ts";
import * as z from "#lib/contract/zod.ts";
import { Forbidden, NotFound } from "#lib/errors.ts";
import { type ServerEvent, ServerEvents } from "#lib/server-events.ts";
import { eventNumber } from "./event-number.internal.ts";
import { followEvents } from "./jobs/follow-events.ts";
import { requireJobRow } from "./require-job.internal.ts";

const RETRY_MS = 2000;

export async function streamTrainingEvents(
  ctx: AccountCtx,
  { trainingJobId, lastEventId }: InputOf<typeof contract>,
): Promise<ServerEvents> {
  const { id: jobId } = await requireJobRow(ctx, trainingJobId, "training:read");
  const seen =
    lastEventId === undefined
      ? null
      : await eventNumber(ctx.db, { jobId, eventId: lastEventId, onlyListed: false });
  const events = followEvents(ctx.db, {
    jobId,
    afterNumber: seen ?? 0n,
    signal: ctx.signal,
    mayGoOn: () => mayStillRead(ctx, jobId),
  });
  return new ServerEvents(written(events), { retryMs: RETRY_MS });
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

async function* written(events: AsyncIterable<TrainingEvent>): AsyncGenerator<ServerEvent> {
  for await (const event of events)
    yield { id: event.id, event: event.type, data: JSON.stringify(z.encode(TrainingEvent, event)) };
}
