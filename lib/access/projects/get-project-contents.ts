import type { Ctx } from "#lib/access/context.ts";
import type { getProjectContents as contract } from "#lib/contract/access/projects.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { jobDataBytes } from "./job-data-bytes.ts";

type Contents = ReplyOf<typeof contract>;

export async function getProjectContents({ db, project }: Ctx): Promise<Contents> {
  const { prisma } = db;
  const all = { projectId: project.id };
  const live = { ...all, deletedAt: null };
  const [files, checkpoints] = [
    await prisma.uploadedFile.aggregate({ where: live, _count: true, _sum: { sizeBytes: true } }),
    await prisma.checkpoint.aggregate({ where: live, _count: true, _sum: { sizeBytes: true } }),
  ];
  return {
    calls: await prisma.call.count({ where: live }),
    threads: await prisma.threadStat.count({ where: all }),
    feedback: await prisma.feedback.count({ where: all }),
    queues: await prisma.annotationQueue.count({ where: live }),
    queueItems: await prisma.queueItem.count({ where: live }),
    models: await prisma.model.count({ where: live }),
    checkpoints: checkpoints._count,
    trainingJobs: await prisma.trainingJob.count({ where: all }),
    unendedJobs: await prisma.trainingJob.count({ where: { ...all, endedAt: null } }),
    files: files._count,
    jobDataBytes: await jobDataBytes(db, project.id),
    bytes: Number(files._sum.sizeBytes ?? 0) + Number(checkpoints._sum.sizeBytes ?? 0),
  };
}
