"use client";

import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import type { PublishedUse } from "#lib/contract/datasets/published-datasets.ts";

const USES: {
  [K in PublishedUse["kind"]]: { segment: string; says: string };
} = {
  job: { segment: "training", says: "A training of" },
  dataset: { segment: "datasets", says: "The dataset" },
  evaluation: { segment: "evaluations", says: "The evaluation" },
};

/** What learned from its versions, took rows of them or is measured by such rows, newest first. */
export function PublishedUses({ uses }: { uses: readonly PublishedUse[] }) {
  if (uses.length === 0)
    return (
      <EmptyState title="Nothing uses it yet">
        Training jobs, datasets that take its rows, and evaluations of those are listed here.
      </EmptyState>
    );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <ol aria-label="Used by" className="flex max-w-4xl flex-col divide-y divide-line">
        {uses.map((use) => (
          <li
            key={`${use.kind} ${use.id} ${use.name} ${use.number}`}
            className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 py-2 text-sm"
          >
            <Use use={use} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Use({ use: { kind, id, name, number, createdAt } }: { use: PublishedUse }) {
  const { entity, project } = useProject();
  const { segment, says } = USES[kind];
  return (
    <>
      <span className="min-w-0 flex-1 basis-60 break-words">
        {says}{" "}
        <Link
          href={projectHref({ entity, project }, segment, id)}
          className="rounded-sm font-medium underline underline-offset-2"
        >
          {name}
        </Link>
      </span>
      <span className="text-muted text-xs">
        of v{number} · <Time value={createdAt} />
      </span>
    </>
  );
}
