"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RetractButton } from "#components/datasets/retract/retract-button.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { LearnedButton } from "#components/lineage/learned-button.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { RerouteButton } from "#components/quality/reroute/reroute-button.tsx";
import { type QueueQuality, queueQualityQuery } from "#components/queues/list/quality-queries.ts";
import { percentInterval, percentText } from "#components/queues/parts/estimate-text.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueProgressQuery } from "#components/queues/parts/queue-queries.ts";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { formatCount, formatDuration } from "#components/ui/text/format.ts";

/** A name is still there when its row is scrolled sideways, to what is done about the person. */
const STAYS = "sticky left-0 z-1 bg-surface";

type Person = QueueQuality["people"][number];

/** The people of a queue by their names: beside each other, never in an order of merit. */
export function PeopleTable() {
  const queue = useQueue();
  const { projectId } = useProject();
  const quality = useQuery(
    queueQualityQuery(projectId, { queueId: queue.id, fieldRef: null, includeJudges: false }),
  );
  if (!quality.data)
    return quality.error ? (
      <QueryErrorBanner title="The people could not be loaded." query={quality} />
    ) : (
      <SkeletonLines label="Loading the people" lines={4} />
    );
  if (quality.data.people.length === 0) return <p className="text-faint">Nobody has started.</p>;
  return (
    <>
      <Scroller label="Progress by annotator">
        <table aria-label="Progress by annotator" className="w-full min-w-180 text-sm">
          <thead className="text-muted text-xs">
            <tr>
              <Head isFirst>Name</Head>
              <Head>Done</Head>
              <Head>Skipped</Head>
              <Head>Flagged</Head>
              <Head>Median time</Head>
              <Head>p90 time</Head>
              <Head>With the majority</Head>
              <Head>Gold</Head>
              <Head>Last active</Head>
              <Head>
                <span className="sr-only">Where their answers are used, retract, and give to others</span>
              </Head>
            </tr>
          </thead>
          <tbody>
            {quality.data.people.map((person) => (
              <PersonRow key={person.annotatorUserId} person={person} />
            ))}
          </tbody>
        </table>
      </Scroller>
      <RetractionsLink />
    </>
  );
}

function RetractionsLink() {
  const { entity, project, can } = useProject();
  if (!can("datasets:read")) return null;
  return (
    <p className="mt-2 text-sm">
      <Link
        href={projectHref({ entity, project }, "datasets", "retractions")}
        className="text-accent-ink hover:underline"
      >
        What was retracted in the project
      </Link>
    </p>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { name, completed, skipped, flagged, medianMs, p90Ms, consensus, gold, lastActive } = person;
  return (
    <tr className="border-line border-t">
      <th
        scope="row"
        className={`max-w-48 truncate py-2 pr-3 text-left font-normal max-sm:max-w-28 ${STAYS}`}
        title={name}
      >
        {name}
      </th>
      <Cell>{formatCount(completed)}</Cell>
      <Cell>{formatCount(skipped)}</Cell>
      <Cell>{formatCount(flagged)}</Cell>
      <Cell>{formatDuration(medianMs)}</Cell>
      <Cell>{formatDuration(p90Ms)}</Cell>
      <Cell>
        {consensus.value === null ? (
          <Nothing />
        ) : (
          <span
            title={`Over ${formatCount(consensus.items)} answers to items where the others have a majority`}
          >
            {percentText(consensus.value)}{" "}
            <span className="text-faint text-xs">{percentInterval(consensus)}</span>
          </span>
        )}
      </Cell>
      <Cell>
        {gold.value === null ? (
          <Nothing />
        ) : (
          <>
            {percentText(gold.value)} <span className="text-faint text-xs">of {formatCount(gold.items)}</span>
          </>
        )}
      </Cell>
      <Cell>{lastActive ? <Time value={lastActive} className="text-muted" /> : <Nothing />}</Cell>
      <Cell>
        <LearnedButton person={person} />
        <RetractButton person={person} />
        <RerouteButton person={person} />
      </Cell>
    </tr>
  );
}

/** What annotators see of each other: how much, and no more. */
export function OwnProgressTable() {
  const queue = useQueue();
  const { projectId } = useProject();
  const progress = useQuery(queueProgressQuery(projectId, queue.id));
  if (!progress.data)
    return progress.error ? (
      <QueryErrorBanner title="The people could not be loaded." query={progress} />
    ) : (
      <SkeletonLines label="Loading the people" lines={3} />
    );
  if (progress.data.length === 0) return <p className="text-faint">Nobody has started.</p>;
  return (
    <Scroller label="Progress by annotator">
      <table aria-label="Progress by annotator" className="w-full max-w-xl text-sm">
        <thead className="text-muted text-xs">
          <tr>
            <Head isFirst>Name</Head>
            <Head>Done</Head>
            <Head>Skipped</Head>
            <Head>Open</Head>
          </tr>
        </thead>
        <tbody>
          {progress.data.map(({ annotatorUserId, name, completed, skipped, inProgress }) => (
            <tr key={annotatorUserId} className="border-line border-t">
              <th scope="row" className="max-w-48 truncate py-2 pr-3 text-left font-normal" title={name}>
                {name}
              </th>
              <Cell>{formatCount(completed)}</Cell>
              <Cell>{formatCount(skipped)}</Cell>
              <Cell>{formatCount(inProgress)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      {children}
    </section>
  );
}

function Head({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`whitespace-nowrap py-1 font-medium ${isFirst ? `pr-3 text-left ${STAYS}` : "px-3 text-right last:pr-0"}`}
    >
      {children}
    </th>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="whitespace-nowrap px-3 py-2 text-right tabular-nums last:pr-0">{children}</td>;
}

function Nothing() {
  return <span className="text-faint">–</span>;
}
