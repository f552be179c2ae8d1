"use client";

import { TriangleAlert } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { Checkpoint } from "#lib/contract/models/models.ts";
import { VerifyCheckpoint } from "./verify-checkpoint.tsx";

type DamagedProps = { modelId: string; checkpoints: readonly Checkpoint[] };

/** What is wrong with checkpoints whose files have changed, what helps, and who may do it. */
export function DamagedCheckpoints({ modelId, checkpoints }: DamagedProps) {
  const { can } = useProject();
  const damaged = damagedOf(checkpoints);
  if (damaged.length === 0) return null;
  const [their, them] = damaged.length === 1 ? ["Its", "it"] : ["Their", "them"];
  return (
    <section
      aria-label="Damaged checkpoints"
      className="flex items-start gap-3 rounded-md bg-danger-tint p-3 text-sm md:col-span-2"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-ink" />
      <div className="flex min-w-0 max-w-prose flex-col gap-2">
        <p className="font-medium text-danger-ink">{titleOf(damaged)}</p>
        <p>
          {their} files on this server differ from what training wrote. Until they are restored, no request is
          answered by {them} and no job starts from there. “latest” means the newest intact checkpoint.
        </p>
        <p>
          {can("project:manage")
            ? "Restore the files from a backup and verify them again. Without a backup, train again and delete the damaged checkpoints."
            : "The operator of the server can restore the files from a backup; an admin of the project then verifies them again here."}
        </p>
        <VerifyAll modelId={modelId} damaged={damaged} />
      </div>
    </section>
  );
}

/** The same in a line, above a list that needs the room. */
export function DamagedLine({ modelId, checkpoints }: DamagedProps) {
  const { entity, project } = useProject();
  const damaged = damagedOf(checkpoints);
  if (damaged.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-danger-tint px-4 py-2 text-sm">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-danger-ink" />
      <p className="min-w-0 flex-1">
        <strong className="font-medium text-danger-ink">{titleOf(damaged)}.</strong>{" "}
        <Link
          href={projectHref({ entity, project }, "models", modelId)}
          className="whitespace-nowrap rounded-sm underline"
        >
          What to do
        </Link>
      </p>
      <VerifyAll modelId={modelId} damaged={damaged} />
    </div>
  );
}

function VerifyAll({ modelId, damaged }: { modelId: string; damaged: readonly Checkpoint[] }) {
  const { can } = useProject();
  if (!can("project:manage")) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {damaged.map(({ id, step }) => (
        <li key={id}>
          <VerifyCheckpoint modelId={modelId} step={step} />
        </li>
      ))}
    </ul>
  );
}

function damagedOf(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  return checkpoints.filter(({ isCorrupt }) => isCorrupt);
}

function titleOf(damaged: readonly Checkpoint[]): string {
  const [only] = damaged;
  return damaged.length === 1 && only
    ? `Step ${formatCount(only.step)} is damaged`
    : `${countOf(damaged.length, "checkpoint")} are damaged`;
}
