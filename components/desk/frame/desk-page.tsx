"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DeskSkeleton } from "#components/desk/parts/desk-skeleton.tsx";
import { EarlyDigitsProvider } from "#components/desk/parts/early-digits.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useProject } from "#components/project/project-context.tsx";
import { askedFieldsQuery, queueQuery } from "#components/queues/parts/queue-queries.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ErrorState } from "#components/ui/notice/error-state.tsx";
import { ApiError } from "#lib/client/api-error.ts";

// It comes while the queue is asked for.
const DeskView = late(() => import("./desk-view.tsx").then((file) => file.DeskView), {
  when: "now",
  fallback: <DeskSkeleton />,
});

type DeskPageProps = {
  queueId: string;
  /** The item that the address names, to begin with. */
  askedItemId: string | null;
};

/** The place where an annotator works through a queue. */
export function DeskPage(props: DeskPageProps) {
  return (
    <EarlyDigitsProvider>
      <DeskOrWhyNot {...props} />
    </EarlyDigitsProvider>
  );
}

function DeskOrWhyNot({ queueId, askedItemId }: DeskPageProps) {
  const { projectId, can } = useProject();
  const queue = useQuery(queueQuery(projectId, queueId));
  useDocumentName(queue.data?.name);
  const fields = useQuery({
    ...askedFieldsQuery(projectId, queue.data?.scorerRefs ?? []),
    enabled: queue.data !== undefined,
    // Fields are exact versions: they cannot change while someone fills them in. A missing one may still be published.
    staleTime: ({ state }) => (state.data?.some(({ isMissing }) => isMissing) ? 0 : Number.POSITIVE_INFINITY),
    // Keeps the desk while the questions that a lead has just changed load.
    placeholderData: keepPreviousData,
  });
  const error = queue.data ? fields.error : queue.error;
  if (!can("queues:annotate")) return <NoAccess />;
  if (queue.data && fields.data) {
    return <DeskView queue={queue.data} asked={fields.data} askedItemId={askedItemId} />;
  }
  if (error instanceof ApiError && error.status === 404 && !queue.data) return <NoQueue />;
  if (!error) return <DeskSkeleton />;
  return (
    <ErrorState
      isPage
      title="The queue could not be loaded"
      detail={explainError(error)}
      onRetry={() => void (queue.data ? fields : queue).refetch()}
      pending={queue.isFetching || fields.isFetching}
    />
  );
}

function NoAccess() {
  const { role, entity, project } = useProject();
  return (
    <EmptyState isPage title="You cannot annotate in this project" actions={<ToQueues />}>
      Your role in {entity}/{project} is {role}. Annotating needs the role annotator, engineer or admin; an
      admin of the project can give it to you.
    </EmptyState>
  );
}

function NoQueue() {
  const { can } = useProject();
  // The service answers alike for both, so that nobody learns of queues that are not theirs.
  if (!can("queues:write"))
    return (
      <EmptyState isPage title="This queue is not open to you" actions={<ToQueues />}>
        Its items were given to others, or it was deleted. What you answered is kept.
      </EmptyState>
    );
  return (
    <EmptyState isPage title="This queue does not exist" actions={<ToQueues />}>
      It may have been deleted. Its annotations are kept with the calls.
    </EmptyState>
  );
}

function ToQueues() {
  const { entity, project } = useProject();
  return <ButtonLink href={projectHref({ entity, project }, "queues")}>See the queues</ButtonLink>;
}
