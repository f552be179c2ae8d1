import type { Ctx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { queryGraderDisagreements as contract } from "#lib/contract/evaluation/judges.ts";
import {
  readDisagreements,
  requireGrader,
  toMeasurement,
} from "#lib/evaluation/stored-graders/grader-records.internal.ts";
import { endedCalls } from "#lib/evaluation/trial-calls.internal.ts";
import { NotFound } from "#lib/platform/errors.ts";

type Endpoint = typeof contract;

const PREVIEW_CHARACTERS = 1000;

/** With the texts that the calls have now. */
export async function queryGraderDisagreements(
  ctx: Ctx,
  { graderId, measurementId, limit, offset }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const grader = await requireGrader(ctx, graderId);
  const where = { projectId: ctx.project.id, graderId, id: measurementId };
  const row = await ctx.db.prisma.graderMeasurement.findFirst({ where });
  if (!row) throw new NotFound(`Measurement ${measurementId} not found; this grader does not have it`);
  const { threshold } = toMeasurement(row, grader).figures;
  const all = readDisagreements(row.disagreements);
  const page = all.slice(offset, offset + limit);
  const ids = page.flatMap(({ callId, pairCallId }) => (pairCallId === null ? callId : [callId, pairCallId]));
  const calls = await endedCalls(ctx, ids);
  return {
    disagreements: page.map(({ callId, pairCallId, score }) => ({
      callId,
      pairCallId,
      score,
      graderSaysYes: score >= threshold,
      question: preview(calls.get(callId)?.question),
      answer: preview(calls.get(callId)?.sample.outputText),
      pairAnswer: preview(calls.get(pairCallId ?? "")?.sample.outputText),
    })),
    totalCount: all.length,
  };
}

function preview(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.length <= PREVIEW_CHARACTERS ? text : `${text.slice(0, PREVIEW_CHARACTERS)}…`;
}
