"use client";

import { Database, Gauge } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { useHydrated } from "#components/ui/use-platform.ts";

/** Why the list is empty, and what to do about it. */
export function NoEvaluations({ name, onClear }: { name: string; onClear: () => void }) {
  if (name === "") return <NoneYet />;
  return (
    <EmptyState
      title="No evaluations match"
      actions={<Button onClick={onClear}>Show all evaluations</Button>}
    />
  );
}

function NoneYet() {
  const { entity, project, can } = useProject();
  return (
    <EmptyState
      icon={<Gauge />}
      title="No evaluations yet"
      actions={
        <ButtonLink href={projectHref({ entity, project }, "datasets")} icon={<Database />}>
          Go to the datasets
        </ButtonLink>
      }
    >
      An evaluation asks models the questions that a dataset holds out, scores the answers, and says which
      differences are more than chance.{" "}
      {can("evaluations:write")
        ? "Choose “New evaluation”, or send:"
        : "An engineer or admin of the project can make one."}
      {can("evaluations:write") ? <FirstRequest /> : null}
    </EmptyState>
  );
}

/** A request that makes an evaluation, ready to be run in a terminal once a key and a dataset are put in. */
function FirstRequest() {
  const { projectId } = useProject();
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  const body = { project_id: projectId, name: "Intents", dataset_id: "…" };
  const command = [
    `curl ${window.location.origin}/api/evaluations \\`,
    `  -H "Authorization: Bearer $SPINDLE_API_KEY" -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
  return (
    <div className="mt-4 text-left">
      <CopyField label="Request that makes an evaluation" value={command} />
    </div>
  );
}
