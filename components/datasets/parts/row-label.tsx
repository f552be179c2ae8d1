"use client";

import { useQuery } from "@tanstack/react-query";
import { useProject } from "#components/project/project-context.tsx";
import { annotationFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import type { RowLabel as Label } from "./label-of-row.ts";

/** What a row of labels teaches: the question that people were asked, and their answer to it. */
export function RowLabel({ label: { objectId, answer } }: { label: Label }) {
  const { projectId } = useProject();
  const { data = [] } = useQuery(annotationFieldsQuery(projectId));
  const field = data.find((one) => one.objectId === objectId);
  return (
    <dl className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md border border-line bg-accent-tint p-3 text-sm">
      <dt className="text-muted">Question</dt>
      <dd className="min-w-0 break-words">
        {field?.name ?? objectId}
        {field?.description ? <span className="text-muted"> · {field.description}</span> : null}
      </dd>
      <dt className="text-muted">Answer</dt>
      <dd className="min-w-0 whitespace-pre-wrap break-words font-medium">{answer}</dd>
    </dl>
  );
}
