"use client";

import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { cutMiddle } from "#components/ui/text/format.ts";

/** A training job by its id. */
export function JobLink({ jobId }: { jobId: string }) {
  const { entity, project } = useProject();
  return (
    <Link
      href={projectHref({ entity, project }, "training", jobId)}
      title={jobId}
      className="rounded-sm font-mono text-accent-ink text-xs hover:underline"
    >
      <span className="sr-only">Training job </span>
      {cutMiddle(jobId, 9)}
    </Link>
  );
}
