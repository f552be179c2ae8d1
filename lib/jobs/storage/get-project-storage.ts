import type { Ctx } from "#lib/access/context.ts";
import { jobDataBytes } from "#lib/access/projects/job-data-bytes.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getProjectStorage as contract } from "#lib/contract/jobs/project-storage.ts";
import { columns, float } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { callsByDay } from "#lib/traces/totals/calls-by-day.ts";
import { hasTotals } from "#lib/traces/totals/has-totals.ts";
import { growthOf, monthsOf, sumOf } from "./growth.ts";

type Endpoint = typeof contract;

/** Everything is counted by totals and indexes; no document is read. */
export async function getProjectStorage(
  { db, project }: Ctx,
  { by }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { prisma } = db;
  const all = { projectId: project.id };
  const live = { ...all, deletedAt: null };
  const sizes = { _count: true, _sum: { sizeBytes: true } } as const;
  const days = await callsByDay(db, project.id);
  return {
    calls: sumOf(days),
    isCallCountComplete: await hasTotals(db, project.id),
    threads: await prisma.threadStat.count({ where: { ...all, turnCount: { gt: 0 } } }),
    feedback: await prisma.feedback.count({ where: all }),
    datasets: await prisma.dataset.count({ where: all }),
    ...(await versionsOf(db, project.id)),
    files: heldIn(await prisma.uploadedFile.aggregate({ where: live, ...sizes })),
    contentFiles: heldIn(await prisma.contentFile.aggregate({ where: all, ...sizes })),
    checkpoints: heldIn(await prisma.checkpoint.aggregate({ where: live, ...sizes })),
    jobDataBytes: await jobDataBytes(db, project.id),
    growth: growthOf(days, by, new Date()),
    months: monthsOf(days),
  };
}

async function versionsOf(
  db: Db,
  projectId: string,
): Promise<{ datasetVersions: number; datasetRows: number }> {
  const [row] = await db.query(sql`
    select ${columns({
      datasetVersions: float(sql`count(*)`),
      datasetRows: float(sql`coalesce(sum((counts ->> 'train')::int8 + (counts ->> 'held_out')::int8), 0)`),
    })}
    from dataset_version where project_id = ${projectId}`);
  if (!row) throw new Error("A statement of aggregates gave no row");
  return row;
}

type Sizes = { _count: number; _sum: { sizeBytes: number | bigint | null } };

function heldIn({ _count: count, _sum: { sizeBytes } }: Sizes): { count: number; bytes: number } {
  return { count, bytes: Number(sizeBytes ?? 0) };
}
