"use client";

import { CopyPlus, Tag } from "lucide-react";
import { useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { EditLabelsDialog } from "./edit-labels-dialog.tsx";

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

/** What a job is called, and another one like it. */
export function JobChanges({ job }: { job: TrainingJob }) {
  const { entity, project, can } = useProject();
  const [isEditing, setEditing] = useState(false);
  if (!can("training:write")) return null;
  const like = `${projectHref({ entity, project }, "training", "new")}?like=${job.id}`;
  return (
    <>
      <Button variant="ghost" icon={<Tag />} onClick={() => setEditing(true)}>
        Name and tags
      </Button>
      {job.kind === "sft" ? (
        <ButtonLink variant="ghost" href={like} icon={<CopyPlus />}>
          Repeat with changes
        </ButtonLink>
      ) : null}
      {isEditing ? <EditLabelsDialog job={job} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
