import type { Ctx } from "#lib/access/context.ts";
import { Grader } from "#lib/contract/evaluation/grader.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import { GraderFigures, type GraderMeasurement, type GraderTrust } from "#lib/contract/evaluation/judges.ts";
import * as z from "#lib/contract/zod.ts";
import type { GraderMeasurement as MeasurementRow, Prisma } from "#lib/generated/prisma/client.ts";
import { lockName } from "#lib/platform/db/locks.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";

type Place = Pick<Ctx, "db" | "project">;

/** A grader's row comes with its newest measurement. */
export const WITH_MEASUREMENT = {
  measurements: { orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: 1 },
} satisfies Prisma.GraderInclude;
export type GraderRow = Prisma.GraderGetPayload<{ include: typeof WITH_MEASUREMENT }>;

export async function requireGrader({ db, project }: Place, graderId: string): Promise<GraderRow> {
  const found = await db.prisma.grader.findFirst({
    where: { projectId: project.id, id: graderId },
    include: WITH_MEASUREMENT,
  });
  if (!found) throw noSuchGrader(graderId);
  return found;
}

export function noSuchGrader(graderId: string): NotFound {
  return new NotFound(`Grader ${graderId} not found; it does not exist in this project`);
}

/** A grader as the wire shows it. */
export function toGrader(row: GraderRow, { path }: Ctx["project"]): StoredGrader {
  const { definition, minKappa, minCalls, measurements, ...rest } = row;
  const [newest] = measurements;
  const trust = { minKappa, minCalls };
  const measurement = newest ? toMeasurement(newest, row) : null;
  // The column holds only what the contract let in.
  const grader = z.decode(Grader, definition);
  return { ...rest, projectId: path, grader, trust, measurement, isTrusted: isTrusted(measurement, trust) };
}

/** Of a grader that has changed, nothing is known any more. */
function isTrusted(measurement: GraderMeasurement | null, { minKappa, minCalls }: GraderTrust): boolean {
  if (!measurement?.isCurrent) return false;
  const { n, kappa } = measurement.figures;
  return n >= minCalls && kappa.low !== null && kappa.low >= minKappa;
}

export function toMeasurement(
  { definition, figures, disagreements, projectId: _, ...row }: MeasurementRow,
  grader: { definition: unknown },
): GraderMeasurement {
  return {
    ...row,
    isCurrent: canonicalJson(definition) === canonicalJson(grader.definition),
    figures: z.decode(GraderFigures, figures),
    disagreementCount: readDisagreements(disagreements).length,
  };
}

/** A call on which a grader and people differed; its texts stay with the call. */
export type StoredDisagreement = { callId: string; pairCallId: string | null; score: number };

export function readDisagreements(stored: unknown): StoredDisagreement[] {
  return stored as StoredDisagreement[];
}

/** Holds the name until the transaction ends. Throws `Conflict` where another grader has it. */
export async function requireFreeName({ db, project }: Place, name: string): Promise<void> {
  await lockName(db, `grader ${project.id} ${name}`);
  const taken = await db.prisma.grader.findFirst({
    where: { projectId: project.id, name },
    select: { id: true },
  });
  if (taken)
    throw new Conflict(
      `The name ${name} is taken by grader ${taken.id}; choose another, or restore that one where it is archived`,
      { code: "name_taken" },
    );
}
