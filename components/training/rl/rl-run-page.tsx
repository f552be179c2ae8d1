"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { versionRef } from "#components/datasets/parts/dataset-texts.ts";
import { metricLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { NextSteps } from "#components/training/next/next-steps.tsx";
import { JobWarnings } from "#components/training/parts/job-warnings.tsx";
import { LearnedRetracted } from "#components/training/parts/learned-retracted.tsx";
import { WaitText } from "#components/training/waits/wait-text.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { RlRound, RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { healthOf, type JobWarning } from "#lib/contract/training/job-health.ts";
import { EndRlRun } from "./end-rl-run.tsx";
import { RlCharts } from "./rl-charts.tsx";
import { rlRunQuery, useRefreshRlRuns } from "./rl-queries.ts";
import { RlRollouts } from "./rl-rollouts.tsx";
import { RlRounds } from "./rl-rounds.tsx";
import { RlStateBadge } from "./rl-runs-page.tsx";
import { guardSaid, isUnended, rewardText } from "./rl-words.ts";
import { whyNobodyAsked } from "./why-nobody-asked.ts";

/** One reinforcement run: where it is, how rewards, lengths and its guard develop, its rounds, and their answers. */
export function RlRunPage({ runId }: { runId: string }) {
  const { projectId, entity, project, can } = useProject();
  const mayRead = can("training:read");
  const found = useQuery({ ...rlRunQuery(projectId, runId), enabled: mayRead });
  useDocumentName(found.data?.run.name);
  const refresh = useRefreshRlRuns(projectId);
  const client = useQueryClient();
  useProjectLive(["jobs"], () => {
    void refresh();
    // Its end says which steps its guard rejected.
    void client.invalidateQueries({ queryKey: MODELS_KEY });
  });
  if (!mayRead)
    return (
      <NoAccess isPage title="Training is not open to annotators">
        Your work waits in the queues.
      </NoAccess>
    );
  if (found.data)
    return (
      <LoadedRun
        {...found.data}
        refused={found.error ? <QueryErrorBanner title="Could not refresh the run." query={found} /> : null}
      />
    );
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <EmptyState
        isPage
        title="This reinforcement run does not exist"
        actions={
          <ButtonLink href={projectHref({ entity, project }, "training", "runs")}>See the runs</ButtonLink>
        }
      />
    );
  if (found.error) return <QueryError title="The run could not be loaded" query={found} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the run" lines={6} />
    </div>
  );
}

type LoadedProps = {
  run: RlRun;
  rounds: readonly RlRound[];
  warnings: readonly JobWarning[];
  refused: ReactNode;
};

function LoadedRun({ run, rounds, warnings: found, refused }: LoadedProps) {
  // Its end says it already.
  const warnings = found.filter(({ code }) => run.ending !== "nothing_to_learn" || code !== "no_variance");
  const { entity, project, can } = useProject();
  return (
    <>
      <PageHeader
        title={run.name}
        back={
          <ButtonLink
            href={projectHref({ entity, project }, "training", "runs")}
            variant="ghost"
            size="sm"
            icon={<ArrowLeft />}
          >
            Runs
          </ButtonLink>
        }
        meta={<RlStateBadge run={run} />}
        actions={can("training:write") && isUnended(run) ? <EndRlRun run={run} rounds={rounds} /> : null}
      />
      {refused}
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Facts run={run} rounds={rounds} />
        <PeopleNotice run={run} rounds={rounds} />
        <NobodyAsked run={run} rounds={rounds} />
        <Notice run={run} />
        <JobWarnings job={{ health: healthOf(warnings), warnings }} isOver={!isUnended(run)} />
        <LearnedRetracted
          job={null}
          modelId={run.modelId}
          step={run.step === run.startStep ? null : run.step}
          datasetRef={datasetRefOf(run)}
        />
        <RunNextSteps run={run} />
        {rounds.length === 0 ? (
          <EmptyState title="The first round has not begun">The worker begins it within seconds.</EmptyState>
        ) : (
          <>
            <RlCharts run={run} rounds={rounds} />
            <RlRounds run={run} rounds={rounds} />
            <RlRollouts run={run} rounds={rounds} />
          </>
        )}
      </div>
    </>
  );
}

/** Where the guard ended it, the last step that it found no worse is the one to continue from. */
function RunNextSteps({ run }: { run: RlRun }) {
  const { id: runId, state, ending, modelId, modelName, startStep, safeStep } = run;
  const step = ending === "guard_fell" ? (safeStep ?? run.step) : run.step;
  if (state !== "completed" || step === startStep) return null;
  const ofRun = { runId, guardId: run.guard?.evaluationId ?? null, datasetRef: datasetRefOf(run) };
  return (
    <NextSteps made={{ kind: "rl", modelId, modelName, step, fromStep: startStep, jobId: null, ...ofRun }} />
  );
}

function datasetRefOf({ projectId, datasetName, version }: RlRun): string {
  return versionRef(projectId, { name: datasetName }, { number: version });
}

/** Whom it waits for, and until when. */
function PeopleNotice({ run, rounds }: Pick<LoadedProps, "run" | "rounds">) {
  const { entity, project, can } = useProject();
  const round = rounds.find(({ phase }) => phase === "waiting_for_people");
  if (!round?.people || !run.human || !isUnended(run)) return null;
  const { queueId, fallback } = run.human;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-tint px-4 py-2 text-accent-ink text-sm"
    >
      <p className="min-w-0">
        <strong className="font-medium">Round {round.round} waits for people.</strong>{" "}
        <WaitText {...round.people} fallback={fallback} />
      </p>
      <span className="ml-auto flex gap-2">
        <ButtonLink href={projectHref({ entity, project }, "queues", queueId)} size="sm">
          See the queue
        </ButtonLink>
        {can("queues:annotate") ? (
          <ButtonLink href={projectHref({ entity, project }, "queues", queueId, "annotate")} size="sm">
            Answer
          </ButtonLink>
        ) : null}
      </span>
    </div>
  );
}

/** Why a run that was to ask people has asked nobody. */
function NobodyAsked({ run, rounds }: Pick<LoadedProps, "run" | "rounds">) {
  const why = whyNobodyAsked(run, rounds);
  if (why === null) return null;
  return (
    <p className="border-line border-b bg-warning-tint px-4 py-2 text-sm text-warning-ink">
      <strong className="font-medium">Nobody was asked.</strong> {why}
    </p>
  );
}

/** Why it ended, or what it waits for. */
function Notice({ run: { ending, endingText, errorMessage, waitingFor } }: { run: RlRun }) {
  const waits = waitingFor && !waitingFor.startsWith("people:") ? `Waits: ${waitingFor}` : null;
  const text = errorMessage ?? endingText ?? waits;
  const isBad = errorMessage !== null || ending === "guard_fell" || ending === "nothing_to_learn";
  return (
    <p
      role="status"
      className={
        text === null
          ? "sr-only"
          : `break-words border-line border-b px-4 py-2 text-sm ${isBad ? "bg-danger-tint text-danger-ink" : "text-muted"}`
      }
    >
      {text}
    </p>
  );
}

function Facts({ run, rounds }: Pick<LoadedProps, "run" | "rounds">) {
  const { entity, project } = useProject();
  const { round, config, tokens, guard, budget, step, startStep, safeStep } = run;
  const linked = "rounded-sm underline underline-offset-2 hover:text-ink";
  return (
    <dl className="flex flex-wrap items-baseline gap-x-5 gap-y-1 border-line border-b px-4 py-2 text-sm">
      <Fact label="Round">{`${round} of ${config.rounds}`}</Fact>
      <Fact label="Model">
        <Link href={projectHref({ entity, project }, "models", run.modelId)} className={linked}>
          {`${run.modelName}, ${step === startStep ? `step ${step}` : `step ${startStep} to ${step}`}`}
        </Link>
      </Fact>
      <Fact label="Prompts">
        <Link href={projectHref({ entity, project }, "datasets", run.datasetId)} className={linked}>
          {`${run.datasetName} v${run.version}`}
        </Link>
      </Fact>
      <Fact label="Reward">{rewardText(run)}</Fact>
      <Fact label="Tokens">{formatCount(tokens)}</Fact>
      {guard ? (
        <Fact label="Guard">
          <Link href={projectHref({ entity, project }, "evaluations", guard.evaluationId)} className={linked}>
            {`${metricLabel(guard.metric)}, at most ${guard.maxDrop} worse`}
          </Link>
          {safeStep === null ? null : <span className="text-muted">{guardSaid(safeStep, rounds)}</span>}
        </Fact>
      ) : null}
      {budget.maxMinutes === undefined ? null : (
        <Fact label="Budget">{`${formatCount(budget.maxMinutes)} minutes`}</Fact>
      )}
      {budget.maxTokens === undefined ? null : (
        <Fact label="Token budget">{formatCount(budget.maxTokens)}</Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <dt className="text-faint">{label}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-1.5 break-words">{children}</dd>
    </div>
  );
}
