"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Users } from "lucide-react";
import type { ReactNode } from "react";
import { graderQuery, measurementsQuery } from "#components/graders/parts/grader-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import type { StoredGrader } from "#lib/contract/evaluation/graders.ts";
import type { GraderMeasurement } from "#lib/contract/evaluation/judges.ts";
import { Disagreements } from "./disagreements.tsx";
import { Figures } from "./figures.tsx";
import { MeasurePanel } from "./measure-panel.tsx";
import { MeasurementHistory } from "./measurement-history.tsx";
import { TrustBadge } from "./trust-badge.tsx";
import { TrustLimits } from "./trust-limits.tsx";

/** How far a grader, such as a judge, agrees with people, now and earlier, and from when on it is trusted. */
export function AgreementPage({ graderId }: { graderId: string }) {
  const { projectId, entity, project, can } = useProject();
  const mayRead = can("evaluations:read");
  const grader = useQuery({ ...graderQuery(projectId, graderId), enabled: mayRead });
  const measurements = useQuery({ ...measurementsQuery(projectId, graderId), enabled: mayRead });
  useDocumentName(grader.data && `Agreement of ${grader.data.grader.name}`);
  if (!mayRead)
    return (
      <NoAccess isPage title="Graders are not open to annotators">
        Your work waits in the queues.
      </NoAccess>
    );
  if (grader.data && measurements.data)
    return <Agreement grader={grader.data.grader} measurements={measurements.data.measurements} />;
  const failed = grader.error ? grader : measurements;
  if (failed.error instanceof ApiError && failed.error.status === 404)
    return (
      <EmptyState
        isPage
        title="This grader does not exist"
        actions={<ButtonLink href={projectHref({ entity, project }, "graders")}>See the graders</ButtonLink>}
      />
    );
  if (failed.error) return <QueryError title="The agreement could not be loaded" query={failed} isPage />;
  return (
    <>
      <PageHeader title="Agreement with people" />
      <div className="p-4">
        <SkeletonLines label="Loading the agreement" lines={6} />
      </div>
    </>
  );
}

type AgreementProps = { grader: StoredGrader; measurements: readonly GraderMeasurement[] };

function Agreement({ grader, measurements }: AgreementProps) {
  const { entity, project, can } = useProject();
  const { get, replace } = useSearchState();
  const shown = measurements.find(({ id }) => id === get("measurement")) ?? measurements[0];
  const panel =
    can("evaluations:write") && can("answers:read") ? (
      <MeasurePanel
        grader={grader}
        newest={measurements[0] ?? null}
        onMeasured={() => replace({ measurement: null })}
      />
    ) : null;
  return (
    <>
      <PageHeader
        title="Agreement with people"
        back={
          <ButtonLink
            href={projectHref({ entity, project }, "graders", grader.id)}
            variant="ghost"
            size="sm"
            icon={<ArrowLeft />}
          >
            {grader.name}
          </ButtonLink>
        }
        meta={<TrustBadge grader={grader} />}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="grid items-start gap-6 p-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-6">
            {shown ? (
              <>
                <Figures key={shown.id} measurement={shown} grader={grader} />
                {can("answers:read") ? (
                  <Disagreements key={`disagreements ${shown.id}`} measurement={shown} />
                ) : null}
              </>
            ) : (
              <NotMeasured panel={panel} />
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            {shown ? panel : null}
            <TrustLimits grader={grader} />
            {measurements.length > 1 && shown ? (
              <MeasurementHistory
                measurements={measurements}
                shownId={shown.id}
                onShow={(id) => replace({ measurement: id })}
              />
            ) : null}
          </div>
        </div>
      </div>
    </>
  );
}

/** What a measurement is, and the way to the first one for those who may. */
function NotMeasured({ panel }: { panel: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-lg">
      <EmptyState icon={<Users />} title="Nobody knows yet how far it agrees with people">
        {panel
          ? "Choose a queue below. The grader is asked about the calls that people answered there, and what both say is compared."
          : "An engineer or admin of the project can have it asked about calls that people answered in a queue."}
      </EmptyState>
      {panel}
    </div>
  );
}
