"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Gauge, GraduationCap, Scale, Tag } from "lucide-react";
import type { ReactNode } from "react";
import { datasetListQuery, versionOfRefQuery } from "#components/datasets/parts/dataset-queries.ts";
import { evaluationListQuery, evaluationQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { aliasesQuery, retractedRowsQuery } from "#components/models/aliases/alias-queries.ts";
import { usePromotionAdvice } from "#components/models/aliases/use-promotion-advice.ts";
import { useProject } from "#components/project/project-context.tsx";
import { checkpointListQuery } from "#components/run/queries/model-queries.ts";
import { Link } from "#components/ui/button/link.tsx";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import type { CheckpointAlias } from "#lib/contract/evaluation/aliases.ts";
import { bestStep, type Made, type NextAct, nextActs } from "./next-acts.ts";

const ICONS: { readonly [K in NextAct["kind"]]: ReactNode } = {
  judge: <Scale />,
  measure: <Gauge />,
  train: <GraduationCap />,
  promote: <Tag />,
};

/** What one does with a new checkpoint: measure it, train further, give it a name. */
export function NextSteps({ made }: { made: Made }) {
  const { entity, project, can } = useProject();
  const { isKnown, ...means } = useMeans(made);
  const acts = nextActs(made, means, can);
  if (!isKnown || acts.length === 0) return null;
  return (
    <section aria-label="What to do next" className="border-line border-b px-4 py-2">
      <ul className="flex flex-wrap gap-2">
        {acts.map(({ kind, title, text, segments, search }) => (
          <li key={kind} className="min-w-0 max-sm:w-full">
            <Link
              href={`${projectHref({ entity, project }, ...segments)}${searchText(search)}`}
              className="flex h-full min-w-0 items-start gap-2.5 rounded-md border border-line px-3 py-1.5 transition-colors hover:border-edge hover:bg-hover"
            >
              <span aria-hidden="true" className="mt-0.5 text-faint [&>svg]:size-4">
                {ICONS[kind]}
              </span>
              <span className="min-w-0">
                <span className="block font-medium text-sm">{title}</span>
                <span className="block break-words text-muted text-xs">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What there is to measure by, and whether what it learned holds; nothing is offered before it is known. */
function useMeans({ modelId, step, datasetRef, guardId = null }: Made) {
  const { projectId, can } = useProject();
  const enabled = can("evaluations:write");
  const isGuarded = guardId !== null && can("evaluations:read");
  const guard = useQuery({ ...evaluationQuery(projectId, guardId ?? ""), enabled: isGuarded });
  const evaluations = useInfiniteQuery({ ...evaluationListQuery(projectId, ""), enabled });
  const datasets = useInfiniteQuery({
    ...datasetListQuery(projectId, { name: "", isArchived: false }),
    enabled,
  });
  // In a project of many datasets it may be on a later page.
  const own = useQuery({
    ...versionOfRefQuery(projectId, datasetRef ?? ""),
    enabled: enabled && datasetRef !== null,
  });
  const mayRead = can("models:read");
  const learned = useQuery({ ...retractedRowsQuery(modelId, step), enabled: mayRead });
  const aliases = useQuery({ ...aliasesQuery(modelId), enabled: mayRead });
  const checkpoints = useInfiniteQuery({ ...checkpointListQuery(modelId), enabled: mayRead });
  const gateId = gatingOf(aliases.data?.aliases ?? []);
  const gate = useQuery({
    ...evaluationQuery(projectId, gateId ?? ""),
    enabled: gateId !== null && can("evaluations:read"),
  });
  const isPending = [learned, aliases, checkpoints].some((query) => query.isPending);
  const retracted = learned.data?.retracted ?? null;
  const candidate = { modelId, alias: PRODUCTION, step: bestStep(step, retracted) };
  const advice = usePromotionAdvice(mayRead && !isPending ? candidate : null);
  return {
    isKnown: (!mayRead || !isPending) && !guard.isLoading && !gate.isLoading,
    guard: guard.data?.evaluation ?? null,
    gate: gate.data?.evaluation ?? null,
    deadSteps: aliases.data?.deadSteps ?? [],
    fallenSteps: aliases.data?.fallenSteps ?? [],
    steps: (checkpoints.data ?? []).filter(({ isCorrupt }) => !isCorrupt).map((one) => one.step),
    evaluations: evaluations.data ?? null,
    datasets: datasets.data && !own.isLoading ? withOwn(datasets.data, own.data?.dataset) : null,
    retracted,
    advice,
    production: aliases.data?.aliases.find(({ name }) => name === PRODUCTION)?.step ?? null,
  };
}

const PRODUCTION = "production";

/** The evaluation of the gate that matters most: that of production, else of the first alias that has one. */
function gatingOf(aliases: readonly CheckpointAlias[]): string | null {
  const gated = aliases.filter(({ gate }) => gate !== null);
  const first = gated.find(({ name }) => name === PRODUCTION) ?? gated[0];
  return first?.gate?.target.evaluationId ?? null;
}

function withOwn(datasets: readonly Dataset[], own: Dataset | undefined): readonly Dataset[] {
  return own ? [own, ...datasets.filter(({ id }) => id !== own.id)] : datasets;
}

function searchText(search: NextAct["search"]): string {
  const text = new URLSearchParams(search).toString();
  return text === "" ? "" : `?${text}`;
}
