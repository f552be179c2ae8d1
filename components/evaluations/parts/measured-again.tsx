"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { datasetQuery, useRefreshDatasets } from "#components/datasets/parts/dataset-queries.ts";
import {
  countAgainWords,
  replacementOf,
  retractedSentence,
} from "#components/datasets/parts/retracted-words.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { Link } from "#components/ui/button/link.tsx";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Evaluation } from "#lib/contract/evaluation/evaluations.ts";

type Measuring = Pick<Evaluation, "id" | "datasetId" | "datasetName" | "version" | "isArchived">;
type MeasuredAgainProps = {
  evaluation: Measuring;
  /** What was measured with. */
  version: number;
  /** Whether the page says by itself what is to be built. */
  isBuildSaid?: boolean;
};

/** The way from figures of retracted rows to others: a run with the version that is without them, or the dataset, where that is to be built first. */
export function MeasuredAgain({ evaluation, version, isBuildSaid = false }: MeasuredAgainProps) {
  const { entity, project, can } = useProject();
  const { dataset } = useMeasuringDataset(evaluation) ?? {};
  if (!dataset) return null;
  const replacement = replacementOf(dataset, version);
  if (!replacement) return isBuildSaid ? null : <BuildWay evaluation={evaluation} />;
  if (evaluation.version !== null) return replacedWords(replacement, evaluation.version);
  const here = projectHref({ entity, project }, "evaluations", evaluation.id);
  return (
    <>
      v{replacement.number} of the dataset is without them.{" "}
      {can("evaluations:write") && !evaluation.isArchived ? (
        <Way href={`${here}?start=runs`}>Measure with it</Way>
      ) : null}
    </>
  );
}

/** A version that is named is measured with for good. */
function replacedWords({ number }: Pick<DatasetVersion, "number">, named: number): string {
  return `v${number} of the dataset is without them, but this evaluation measures with v${named} for good: make another one.`;
}

/** What is wrong with the rows that the next run would be measured by, and the way to others. Nothing where all is right. */
export function MeasuringStrip({ evaluation }: { evaluation: Measuring }) {
  const { dataset, versions = [] } = useMeasuringDataset(evaluation) ?? {};
  const { version: named } = evaluation;
  const version = named === null ? dataset?.latestVersion : versions.find(({ number }) => number === named);
  const words = version ? measuringWords(version) : null;
  if (!version || words === null) return null;
  return (
    <p className="border-line border-b px-4 py-2 text-sm text-warning-ink">
      {words} <MeasuredAgain evaluation={evaluation} version={version.number} />
    </p>
  );
}

/** Held out, or all of a dataset that is for measuring. */
function measuringWords(version: DatasetVersion): string | null {
  const { kind, number, counts, retracted } = version;
  const train = kind === "eval" ? 1 : 0;
  const rows = retracted ? retracted.heldOut + train * retracted.train : 0;
  const totalRows = counts.heldOut + train * counts.train;
  const whose = `of v${number} that a run would be measured by`;
  const gone = rows > 0 ? retractedSentence({ rows, totalRows, already: 0 }, whose) : null;
  return gone ?? countAgainWords(version);
}

function BuildWay({ evaluation: { datasetId, datasetName } }: { evaluation: Measuring }) {
  const { entity, project, can } = useProject();
  if (!can("datasets:read")) return null;
  return (
    <Way href={projectHref({ entity, project }, "datasets", datasetId)}>
      {can("datasets:write") ? `Build “${datasetName}” again` : `Open “${datasetName}”`}
    </Way>
  );
}

/** The dataset with its newest versions, as they are by now; what is retracted is a change of datasets. */
function useMeasuringDataset({ datasetId }: Measuring) {
  const { projectId, can } = useProject();
  const found = useQuery({ ...datasetQuery(projectId, datasetId), enabled: can("datasets:read") });
  const refresh = useRefreshDatasets(projectId);
  useProjectLive(["datasets"], () => void refresh());
  return found.data ?? null;
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm underline underline-offset-2">
      {children}
    </Link>
  );
}
