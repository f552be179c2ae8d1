"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { burnUpQuery } from "#components/quality/quality-queries.ts";
import { NoItems } from "#components/queues/items/no-items.tsx";
import { progressText, QueueProgressBar } from "#components/queues/list/queue-progress-bar.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { type QueueSummary, queueSummaryQuery } from "#components/queues/parts/queue-queries.ts";
import { rateText } from "#components/queues/parts/rate-text.ts";
import { workLeftText } from "#components/queues/parts/work-left-text.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { Initials } from "#components/ui/text/initials.tsx";
import { Markdown } from "#components/ui/view/markdown.tsx";
import { BurnUpChart } from "./burn-up-chart.tsx";
import { OwnProgressTable, PeopleTable } from "./people-table.tsx";
import { Tile, Tiles } from "./tile.tsx";

/** How far a queue is, how fast it goes, and by whom. */
export function QueueOverview() {
  const queue = useQueue();
  const { can } = useProject();
  const mayReview = can("answers:read");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label="Overview of the queue" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex flex-col gap-8 p-4 lg:p-6">
        <Progress queueId={queue.id} />
        {mayReview ? <BurnUpSection queueId={queue.id} /> : null}
        <Section title="People">{mayReview ? <PeopleTable /> : <OwnProgressTable />}</Section>
        <Section title="Guidelines">
          {queue.description.trim() ? (
            <div className="max-w-3xl">
              <Markdown text={queue.description} />
            </div>
          ) : (
            <p className="text-faint">None.</p>
          )}
        </Section>
      </div>
    </section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-base">{title}</h2>
      {children}
    </section>
  );
}

function Progress({ queueId }: { queueId: string }) {
  const { projectId } = useProject();
  const { data, error, refetch } = useQuery(queueSummaryQuery(projectId, queueId));
  return (
    <Section title="Progress">
      {error ? (
        <ErrorBanner
          title={data ? "Could not refresh the progress." : "The progress could not be loaded."}
          detail={explainError(error)}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data?.totalItems === 0 ? (
        <NoItems pairs={<AddPairsLink />} />
      ) : data ? (
        <>
          <QueueProgressBar counts={data} className="h-2" />
          <p className="text-muted text-sm">{progressText(data)}</p>
          {data.askedByRuns > 0 ? <AskedByRuns queueId={queueId} count={data.askedByRuns} /> : null}
          <SummaryTiles summary={data} />
        </>
      ) : error ? null : (
        <SkeletonLines label="Loading the progress" lines={3} />
      )}
    </Section>
  );
}

/** What runs asked is part of the work here, and of no dataset that does not say so. */
function AskedByRuns({ queueId, count }: { queueId: string; count: number }) {
  const { entity, project } = useProject();
  const href = `${projectHref({ entity, project }, "queues", queueId, "items")}?run=1`;
  return (
    <p className="text-muted text-sm">
      <Link href={href} className="rounded-sm text-accent-ink underline underline-offset-2">
        {countOf(count, "item")} of them
      </Link>{" "}
      {count === 1 ? "was" : "were"} asked by reinforcement runs; datasets leave {count === 1 ? "it" : "them"}{" "}
      out.
    </p>
  );
}

/** The dialog is beside the items. */
function AddPairsLink() {
  const { entity, project } = useProject();
  const { id } = useQueue();
  const items = projectHref({ entity, project }, "queues", id, "items");
  return <ButtonLink href={`${items}?make=pairs`}>Add pairs</ButtonLink>;
}

function SummaryTiles({ summary }: { summary: QueueSummary }) {
  const { givenAnswers, extraAnswers, wantedAnswers, answersPerHour, hoursLeft } = summary;
  const { skips, flags, leftForMe, peopleHere } = summary;
  const { can } = useProject();
  const answers =
    summary.totalItems === 0
      ? "–"
      : wantedAnswers === null
        ? formatCount(givenAnswers)
        : `${formatCount(givenAnswers)} of ${formatCount(wantedAnswers)}`;
  return (
    <Tiles>
      {can("queues:annotate") ? <Tile label="Left for you" value={formatCount(leftForMe)} /> : null}
      <Tile
        label="Answers"
        value={answers}
        {...(wantedAnswers === null ? { help: "One is enough for an item." } : {})}
      />
      {extraAnswers > 0 ? <Tile label="Extra answers" value={formatCount(extraAnswers)} /> : null}
      <Tile label="Pace" value={answersPerHour === null ? "–" : rateText(answersPerHour)} />
      <Tile label="Work left" value={hoursLeft === null ? "–" : workLeftText(hoursLeft)} />
      <Tile label="Skipped" value={formatCount(skips)} />
      <Tile label="Flagged" value={formatCount(flags)} />
      <Tile
        label="Here now"
        value={
          peopleHere.length === 0 ? (
            "Nobody"
          ) : (
            <span className="flex gap-1">
              {peopleHere.map(({ annotatorUserId, name }) => (
                <Initials key={annotatorUserId} name={name} isHere />
              ))}
            </span>
          )
        }
      />
    </Tiles>
  );
}

function BurnUpSection({ queueId }: { queueId: string }) {
  const { projectId } = useProject();
  const burnUp = useQuery(burnUpQuery(projectId, queueId));
  const summary = useQuery(queueSummaryQuery(projectId, queueId));
  return (
    <Section title="Burn-up">
      {burnUp.data ? (
        <BurnUpChart burnUp={burnUp.data} hoursLeft={summary.data?.hoursLeft ?? null} />
      ) : burnUp.error ? (
        <QueryErrorBanner title="The burn-up could not be loaded." query={burnUp} />
      ) : (
        <SkeletonLines label="Loading the burn-up" lines={5} />
      )}
    </Section>
  );
}
