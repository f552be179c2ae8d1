import { useQuery } from "@tanstack/react-query";
import { versionReferencesQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { namesReference } from "#lib/contract/evaluation/templates/names-reference.ts";
import type { GraderPreset } from "./grader-presets.ts";
import { type ReferenceFindings, referenceFindings } from "./reference-words.ts";

type Asked = {
  datasetId: string | null;
  /** Null is the newest. */
  version: number | null;
  /** The rows that models answer: those to train on, or those to measure by. */
  rows: "asked" | "measured";
  /** The chosen graders that count. */
  graders: readonly GraderPreset[];
};

/** Whether the chosen graders can score answers to these rows, found out before anything is started. */
export function useReferences({ datasetId, version, rows, graders }: Asked): ReferenceFindings {
  const { projectId, can } = useProject();
  const comparing = graders.filter(({ grader }) => namesReference(grader.grader));
  const counted = useQuery({
    ...versionReferencesQuery(projectId, datasetId ?? "", version),
    enabled: can("datasets:read") && datasetId !== null && comparing.length > 0,
  });
  if (!counted.data) return { fault: null, note: null };
  const noun = rows === "asked" ? "prompt" : "row";
  return referenceFindings(
    { ...counted.data[rows], noun },
    comparing.map(({ label }) => label),
  );
}
