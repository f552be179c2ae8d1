"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { aliasesQuery } from "./alias-queries.ts";

/** A model's name means its newest step, also where the guard of a run rejected that; an alias can name another one. */
export function FallenNote({ model }: { model: Pick<ModelWithSteps, "id" | "name"> }) {
  const { entity, project, can } = useProject();
  const { latest = null, fallenSteps = [] } = useQuery(aliasesQuery(model.id)).data ?? {};
  const fallen = fallenSteps.find(({ step }) => step === latest?.step);
  if (!fallen) return null;
  const { step, safeStep, runId, runName } = fallen;
  return (
    <section
      aria-label="Rejected by a guard"
      className="flex items-start gap-3 rounded-md bg-warning-tint p-3 text-sm md:col-span-2"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-ink" />
      <div className="flex min-w-0 max-w-prose flex-col gap-2">
        <p className="break-words font-medium text-warning-ink">
          Step {formatCount(step)}, the latest, is worse by the guard of the run{" "}
          <Link
            href={projectHref({ entity, project }, "training", "runs", runId)}
            className="rounded-sm underline underline-offset-2"
          >
            {runName}
          </Link>
          .
        </p>
        <p className="break-words">
          “{model.name}” alone means the latest step, so this one answers chats. The last step that the guard
          found no worse is {formatCount(safeStep)}: give it an alias, and use that name in requests.
        </p>
        {can("models:write") ? (
          <span>
            <ButtonLink
              size="sm"
              href={`${projectHref({ entity, project }, "models", model.id)}?tab=aliases&candidate=${safeStep}`}
            >
              Give step {formatCount(safeStep)} an alias
            </ButtonLink>
          </span>
        ) : null}
      </div>
    </section>
  );
}
