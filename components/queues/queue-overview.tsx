"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { ErrorBanner } from "#components/ui/error-state.tsx";
import { countOf, formatCount } from "#components/ui/format.ts";
import { Markdown } from "#components/ui/markdown.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import type { Queue } from "#lib/contract/queues.ts";
import { KIND_LABELS } from "./annotation-field.ts";
import { QueueProgressBar } from "./queue-progress-bar.tsx";
import { queueFieldsQuery, queueProgressQuery, queueStatsQuery } from "./queue-queries.ts";

/** Beside the items: progress, who has done what, what is asked, and the guidelines. */
export function QueueOverview({ queue }: { queue: Queue }) {
  return (
    <aside
      aria-label="About this queue"
      className="flex shrink-0 flex-col gap-6 border-line border-b p-4 lg:w-80 lg:overflow-y-auto lg:border-r lg:border-b-0"
    >
      <Progress queueId={queue.id} />
      <Annotators queueId={queue.id} />
      <Fields queue={queue} />
      <Section title="Guidelines">
        {queue.description.trim() ? (
          <Markdown text={queue.description} />
        ) : (
          <p className="text-faint text-sm">None written.</p>
        )}
      </Section>
    </aside>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="font-medium text-sm">{title}</h2>
      {children}
    </section>
  );
}

function Progress({ queueId }: { queueId: string }) {
  const { projectId } = useProject();
  const { data, error, refetch } = useQuery(queueStatsQuery(projectId, queueId));
  return (
    <Section title="Progress">
      {error ? (
        <ErrorBanner title="Not loaded." detail={explainError(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <QueueProgressBar completed={data.completedItems} total={data.totalItems} className="h-2" />
          <p className="text-muted text-sm">
            {formatCount(data.completedItems)} of {countOf(data.totalItems, "item")} completed or skipped by
            anyone
          </p>
        </>
      ) : (
        <SkeletonLines label="Loading the progress" lines={2} />
      )}
    </Section>
  );
}

function Annotators({ queueId }: { queueId: string }) {
  const { projectId } = useProject();
  const { data, error, refetch } = useQuery(queueProgressQuery(projectId, queueId));
  return (
    <Section title="Annotators">
      {error ? (
        <ErrorBanner title="Not loaded." detail={explainError(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines label="Loading the annotators" lines={3} />
      ) : data.length === 0 ? (
        <p className="text-faint text-sm">Nobody has started.</p>
      ) : (
        <table aria-label="Progress by annotator" className="w-full table-fixed text-sm">
          <thead className="text-faint text-xs">
            <tr>
              <th scope="col" className="w-2/5 py-1 text-left font-normal">
                Name
              </th>
              <Head>Done</Head>
              <Head>Skipped</Head>
              <Head>Open</Head>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.annotatorUserId}>
                <th scope="row" className="truncate py-1 text-left font-normal" title={row.name}>
                  {row.name}
                </th>
                <Cell>{row.completed}</Cell>
                <Cell>{row.skipped}</Cell>
                <Cell>{row.inProgress}</Cell>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="py-1 text-right font-normal">
      {children}
    </th>
  );
}

function Cell({ children }: { children: number }) {
  return <td className="py-1 text-right tabular-nums">{formatCount(children)}</td>;
}

function Fields({ queue }: { queue: Queue }) {
  const { projectId } = useProject();
  const { data, error, refetch } = useQuery(queueFieldsQuery(projectId, queue.scorerRefs));
  return (
    <Section title="Fields">
      {error ? (
        <ErrorBanner title="Not loaded." detail={explainError(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines label="Loading the fields" lines={2} />
      ) : data.length === 0 ? (
        <p className="text-faint text-sm">Only notes and reactions.</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {data.map((field) => (
            <li key={field.ref} className="flex min-w-0 items-center gap-2 text-sm">
              <span className="min-w-0 flex-1 truncate" title={field.name}>
                {field.name}
              </span>
              <Badge>{KIND_LABELS[field.input.kind]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
