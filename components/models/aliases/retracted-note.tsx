"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { TrendingDown, TriangleAlert } from "lucide-react";
import { usePathname } from "next/navigation";
import { datasetQuery } from "#components/datasets/parts/dataset-queries.ts";
import { newJobQuery } from "#components/datasets/parts/dataset-texts.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { mayIn, projectsQuery } from "#components/project/project-queries.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { RetractedRows } from "#lib/contract/datasets/retractions.ts";
import { aliasesQuery } from "./alias-queries.ts";
import type { PromotionAdvice } from "./promotion-advice.ts";
import { newerCleanStep, type Replaced, replacedOf, retractedWords, wayOutWords } from "./retracted-words.ts";
import { usePromotionAdvice } from "./use-promotion-advice.ts";

/** Of what a model serves, by its own name and by each alias, where it learned from what is retracted. */
export function RetractedNotes({ modelId }: { modelId: string }) {
  const { aliases = [], latest = null } = useQuery(aliasesQuery(modelId)).data ?? {};
  const isNamed = aliases.some(({ step }) => step === latest?.step);
  const newest = latest && !isNamed ? [{ ...latest, name: null }] : [];
  return [...newest, ...aliases].map(({ name, step, retracted }) =>
    retracted && step !== null ? (
      <div key={name} className="md:col-span-2">
        <RetractedNote
          modelId={modelId}
          step={step}
          alias={name ?? undefined}
          learner={name === null ? `step ${step}, the latest,` : `“${name}” (step ${step})`}
          retracted={retracted}
        />
      </div>
    ) : null,
  );
}

/** `learner` names the checkpoint of the step, `alias` what a newer one would be given: production, where it has none. */
type RetractedNoteProps = {
  modelId: string;
  step: number;
  learner: string;
  alias?: string | undefined;
  retracted: RetractedRows;
};

/** How much of what a checkpoint learned is retracted by now, and the way to one that did not learn it. */
export function RetractedNote(props: RetractedNoteProps) {
  const { modelId, step, alias = "production", retracted } = props;
  const newer = newerCleanStep(retracted, step);
  const advice = usePromotionAdvice(newer === null ? null : { modelId, alias, step: newer });
  return <RetractedWithWays {...props} replaced={useReplaced(retracted)} advice={advice} />;
}

type WithWaysProps = RetractedNoteProps & {
  replaced: readonly Replaced[] | null;
  advice?: PromotionAdvice | null;
};

/** The same, once it is known which versions are without it; null before that. */
export function RetractedWithWays(props: WithWaysProps) {
  const { modelId, step, learner, retracted, replaced, advice = null } = props;
  const { cleanStep } = retracted;
  const { projectId } = useProject();
  const mayRead = useMayRead(projectsOf(replaced ?? []));
  const unread = projectsOf(replaced ?? []).filter((path) => path !== projectId && !mayRead(path));
  const newer = newerCleanStep(retracted, step);
  return (
    <section
      aria-label="Learned from retracted answers"
      className="flex items-start gap-3 rounded-md bg-warning-tint p-3 text-sm"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-ink" />
      <div className="flex min-w-0 max-w-prose flex-col gap-2">
        <p className="break-words font-medium text-warning-ink">{retractedWords(retracted, learner)}</p>
        <p className="break-words">
          The checkpoint has not changed.
          {replaced ? ` ${wayOutWords(replaced, { cleanStep, step, unread }, advice)}` : null}
        </p>
        {newer === null ? null : <UseNewer modelId={modelId} step={newer} advice={advice} />}
        {replaced && newer === null ? (
          <TrainAgain modelId={modelId} cleanStep={cleanStep} replaced={replaced} />
        ) : null}
        <Ways
          modelId={modelId}
          replaced={newer === null ? (replaced ?? []) : []}
          runs={retracted.rewards.runs.slice(0, MAX_NAMED)}
        />
      </div>
    </section>
  );
}

/** The datasets that it learned from, each with the version that is without what was retracted, as its own page says it. Null until that is known. */
function useReplaced(retracted: RetractedRows): Replaced[] | null {
  const mayRead = useMayRead(projectsOf(retracted.versions));
  const datasets = new Map(retracted.versions.map(({ datasetId, projectId }) => [datasetId, projectId]));
  const asked = [...datasets].slice(0, MAX_NAMED);
  const found = useQueries({
    queries: asked.map(([id, projectId]) => ({
      ...datasetQuery(projectId, id),
      enabled: mayRead(projectId),
    })),
  });
  if (found.some(({ isLoading }) => isLoading)) return null;
  return replacedOf(
    retracted,
    found.flatMap(({ data }) => data?.dataset ?? []),
  );
}

/** Whether the person may read datasets of a project; of others than the open one that is looked up. */
function useMayRead(paths: readonly string[]): (projectId: string) => boolean {
  const { projectId: current, can } = useProject();
  const isOfOther = paths.some((path) => path !== current);
  const { data: projects = [] } = useQuery({ ...projectsQuery, enabled: isOfOther });
  return (path) => (path === current ? can("datasets:read") : mayIn(projects, path, "datasets:read"));
}

function projectsOf(ofProjects: readonly { projectId: string }[]): string[] {
  return [...new Set(ofProjects.map(({ projectId }) => projectId))];
}

/** A checkpoint that learned from more datasets is looked at in its lineage. */
const MAX_NAMED = 3;

type UseNewerProps = { modelId: string; step: number; advice: PromotionAdvice | null };

/** To the aliases, where it is the candidate, or to the evaluation that does not speak for it. */
function UseNewer({ modelId, step, advice }: UseNewerProps) {
  const { entity, project } = useProject();
  const to = (...segments: string[]) => projectHref({ entity, project }, ...segments);
  const evaluationId = advice === null || advice.is === "fit" ? null : advice.evaluationId;
  if (advice?.is === "not-measured")
    return (
      <NewerLink
        href={evaluationId === null ? to("evaluations") : `${to("evaluations", evaluationId)}?start=runs`}
      >
        Measure step {step}
      </NewerLink>
    );
  if (evaluationId !== null)
    return <NewerLink href={to("evaluations", evaluationId)}>Compare step {step}</NewerLink>;
  return (
    <NewerLink href={`${to("models", modelId)}?tab=aliases&candidate=${step}`}>
      Look at step {step} as the candidate
    </NewerLink>
  );
}

function NewerLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <span>
      <ButtonLink size="sm" href={href}>
        {children}
      </ButtonLink>
    </span>
  );
}

type TrainAgainProps = { modelId: string; cleanStep: number | null; replaced: readonly Replaced[] };

/** The forms of the jobs that would make another checkpoint, filled in. */
function TrainAgain({ modelId, cleanStep, replaced }: TrainAgainProps) {
  const { entity, project, can } = useProject();
  if (!can("training:write") || cleanStep === null) return null;
  const form = projectHref({ entity, project }, "training", "new");
  return (
    <span className="flex flex-wrap gap-2">
      {replaced.map(({ projectId, dataset, version }) =>
        dataset && version ? (
          <ButtonLink
            key={dataset.id}
            size="sm"
            icon={<TrendingDown />}
            href={`${form}?${newJobQuery(projectId, dataset, version)}&model=${modelId}&step=${cleanStep}`}
          >
            Train on v{version.number}
            {replaced.length > 1 ? ` of ${dataset.name}` : ""} from step {cleanStep}
          </ButtonLink>
        ) : null,
      )}
    </span>
  );
}

type WaysProps = {
  modelId: string;
  replaced: readonly Replaced[];
  /** Whose rewards were retracted. */
  runs: RetractedRows["rewards"]["runs"];
};

function Ways({ modelId, replaced, runs }: WaysProps) {
  const { entity, project, projectId: current, can } = useProject();
  const mayRead = useMayRead(projectsOf(replaced));
  const pathname = usePathname();
  const runHref = (runId: string) => projectHref({ entity, project }, "training", "runs", runId);
  // The page of a run leads not to itself.
  const others = runs.filter(({ runId }) => runHref(runId) !== pathname);
  const readable = projectsOf(replaced).filter(mayRead);
  const whereSaid = readable.length > 0 ? readable : [current].filter(mayRead);
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
      {replaced
        .filter(({ projectId, version }) => version === null && mayRead(projectId))
        .map(({ projectId, id, name }) => {
          const isOwn = projectId === current;
          const [act, again] = isOwn && can("datasets:write") ? ["Build", " again"] : ["Open", ""];
          return (
            <Way key={id} href={hrefIn(projectId, "datasets", id)}>
              {act} “{name}”{again}
              {isOwn ? null : ` of ${projectId}`}
            </Way>
          );
        })}
      {others.map(({ runId, name }) => (
        <Way key={runId} href={runHref(runId)}>
          See the run “{name}”
        </Way>
      ))}
      {whereSaid.map((projectId) => (
        <Way key={projectId} href={hrefIn(projectId, "datasets", "retractions")}>
          See what was retracted{projectId === current ? null : ` in ${projectId}`}
        </Way>
      ))}
      <Way href={`${projectHref({ entity, project }, "models", modelId)}?tab=lineage`}>See its lineage</Way>
    </ul>
  );
}

function hrefIn(projectId: string, ...segments: string[]): string {
  const [entity = "", project = ""] = projectId.split("/");
  return projectHref({ entity, project }, ...segments);
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
