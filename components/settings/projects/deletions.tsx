"use client";

import { useQuery } from "@tanstack/react-query";
import { type Deletion, deletionsQuery } from "#components/project/project-queries.ts";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { formatCount } from "#components/ui/text/format.ts";

const STAGES: { [S in Deletion["stage"]]: string } = {
  training: "Cancelling training",
  queues: "Deleting queues and answers",
  feedback: "Deleting feedback",
  calls: "Deleting calls",
  objects: "Deleting objects",
  models: "Deleting models and training jobs",
  rest: "Deleting files",
};

/** How far projects are that somebody deleted; nothing once all are gone. */
export function Deletions() {
  const { data } = useQuery(deletionsQuery);
  const going = data?.filter(({ endedAt }) => !endedAt) ?? [];
  if (going.length === 0) return null;
  return (
    <section aria-label="Projects being deleted" className="border-line border-b bg-sunken px-4 py-3">
      <ul className="flex flex-col gap-3">
        {going.map((deletion) => (
          <li key={deletion.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1 truncate">
              <span className="font-medium">{deletion.projectId}</span>{" "}
              <span className="text-muted">
                {STAGES[deletion.stage]}… {formatCount(deletion.rowsDone)} of{" "}
                {formatCount(deletion.rowsTotal)} rows
              </span>
            </span>
            <ProgressBar
              className="w-64 max-md:w-full"
              label={`${deletion.projectId}: ${deletion.rowsDone} of ${deletion.rowsTotal} rows deleted`}
              total={deletion.rowsTotal}
              segments={[{ value: deletion.rowsDone, tone: "accent" }]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
