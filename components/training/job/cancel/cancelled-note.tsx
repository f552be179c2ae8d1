"use client";

import { projectOfRef } from "#components/datasets/parts/dataset-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { TrainingJobDetail } from "#lib/contract/training/training.ts";
import { cancelWords } from "./cancel-words.ts";

/** Who had the job stopped, why, and what is left of it. */
export function CancelledNote({ job }: { job: TrainingJobDetail }) {
  const { cancellation, state, checkpointStep, interimCheckpoints, source } = job;
  if (!cancellation) return null;
  const isEmpty = state === "cancelled" && checkpointStep === null && interimCheckpoints.length === 0;
  const isRetracted = cancellation.cause === "retracted" || cancellation.cause === "rerouted";
  return (
    <p role="status" className="border-line border-b bg-sunken px-4 py-2 text-sm">
      {cancelWords(cancellation)}
      {isEmpty ? " It left no checkpoint." : null}{" "}
      {isRetracted && source.datasetRef !== null ? <RetractionsLink datasetRef={source.datasetRef} /> : null}
    </p>
  );
}

function RetractionsLink({ datasetRef }: { datasetRef: string }) {
  const { projectId, can } = useProject();
  const [entity = "", project = ""] = (projectOfRef(datasetRef) ?? projectId).split("/");
  if (!can("datasets:read")) return null;
  return (
    <Link
      href={projectHref({ entity, project }, "datasets", "retractions")}
      className="rounded-sm underline underline-offset-2"
    >
      See what was retracted
    </Link>
  );
}
