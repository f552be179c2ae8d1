"use client";

import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** What people call a job beside its name. */
export function JobLabels({ job, modelName }: { job: TrainingJob; modelName: string | null }) {
  const { entity, project } = useProject();
  const list = projectHref({ entity, project }, "training");
  const link = "max-w-32 truncate rounded-sm underline-offset-2 hover:underline max-md:hidden";
  return (
    <>
      {modelName ? (
        <span title={modelName} className="min-w-0 max-w-40 truncate max-lg:hidden">
          {modelName}
        </span>
      ) : null}
      {job.group ? (
        <Link href={`${list}?group=${encodeURIComponent(job.group)}`} title="Its group" className={link}>
          {job.group}
        </Link>
      ) : null}
      {job.tags.map((tag) => (
        <Link key={tag} href={`${list}?tag=${encodeURIComponent(tag)}`} className={link}>
          <Badge>{tag}</Badge>
        </Link>
      ))}
    </>
  );
}
