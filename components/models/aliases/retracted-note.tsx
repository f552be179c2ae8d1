"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import { aliasesQuery } from "./alias-queries.ts";
import { datasetsOf, retractedWords } from "./retracted-words.ts";

/** Of what a model serves, by its own name and by each alias, where it learned from what was retracted since. */
export function RetractedNotes({ modelId }: { modelId: string }) {
  const { aliases = [], latest = null } = useQuery(aliasesQuery(modelId)).data ?? {};
  const isNamed = aliases.some(({ step }) => step === latest?.step);
  const newest = latest && !isNamed ? [{ ...latest, name: null }] : [];
  return [...newest, ...aliases].map(({ name, step, retracted }) =>
    retracted ? (
      <div key={name} className="md:col-span-2">
        <RetractedNote
          modelId={modelId}
          learner={name === null ? `step ${step}, the latest,` : `“${name}” (step ${step})`}
          retracted={retracted}
        />
      </div>
    ) : null,
  );
}

type RetractedNoteProps = { modelId: string; learner: string; retracted: RetractedRows };

/** How much of what a checkpoint learned is retracted by now, and the way to one that did not learn it. */
export function RetractedNote({ modelId, learner, retracted }: RetractedNoteProps) {
  return (
    <section
      aria-label="Learned from retracted answers"
      className="flex items-start gap-3 rounded-md bg-warning-tint p-3 text-sm"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-ink" />
      <div className="flex min-w-0 max-w-prose flex-col gap-2">
        <p className="break-words font-medium text-warning-ink">{retractedWords(retracted, learner)}</p>
        <p>
          The checkpoint has not changed. To replace it, build the data again, which leaves them out, and
          train from a step before it learned from them.
        </p>
        <Ways modelId={modelId} retracted={retracted} />
      </div>
    </section>
  );
}

/** A checkpoint that learned from more datasets is looked at in its lineage. */
const MAX_NAMED = 3;

function Ways({ modelId, retracted }: Omit<RetractedNoteProps, "learner">) {
  const { entity, project, can } = useProject();
  const to = (...segments: string[]) => projectHref({ entity, project }, ...segments);
  const act = can("datasets:write") ? "Build" : "Open";
  const again = can("datasets:write") ? " again" : "";
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
      {can("datasets:read")
        ? datasetsOf(retracted)
            .slice(0, MAX_NAMED)
            .map(({ id, name }) => (
              <Way key={id} href={to("datasets", id)}>
                {act} “{name}”{again}
              </Way>
            ))
        : null}
      {can("datasets:read") ? <Way href={to("datasets", "retractions")}>See what was retracted</Way> : null}
      <Way href={`${to("models", modelId)}?tab=lineage`}>See its lineage</Way>
    </ul>
  );
}

function Way({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <li className="min-w-0">
      <Link href={href} className="break-words rounded-sm underline underline-offset-2">
        {children}
      </Link>
    </li>
  );
}
