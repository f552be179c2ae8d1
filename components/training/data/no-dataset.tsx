"use client";

import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";

/** That there is nothing yet to learn from, and where one makes it. `otherwise` is what can be taken instead. */
export function NoDataset({ otherwise = "" }: { otherwise?: string }) {
  const { entity, project } = useProject();
  return (
    <p className="text-muted text-sm">
      No dataset fits yet.{" "}
      <Link
        href={projectHref({ entity, project }, "datasets")}
        className="rounded-sm text-accent-ink underline underline-offset-2"
      >
        Make one in Datasets
      </Link>
      {otherwise}.
    </p>
  );
}
