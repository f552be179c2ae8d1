"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { membersQuery } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { plainLine } from "#components/queues/fields/plain-line.ts";
import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import {
  annotationFieldsQuery,
  type QueueRow,
  type QueueSummary,
} from "#components/queues/parts/queue-queries.ts";
import { rateText } from "#components/queues/parts/rate-text.ts";
import { workLeftText } from "#components/queues/parts/work-left-text.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { NameCell } from "#components/ui/table/name-cell.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { Initials } from "#components/ui/text/initials.tsx";
import { progressText, QueueProgressBar } from "./queue-progress-bar.tsx";

const CHIPS_SHOWN = 2;
const PEOPLE_SHOWN = 4;

/** Name and kind; below them what is asked, and the first line of the guidelines. */
export function QueueNameCell({ queue }: { queue: QueueRow }) {
  const { entity, project } = useProject();
  const names = useFieldNames(queue.scorerRefs);
  const more = names.length - CHIPS_SHOWN;
  const line = plainLine(queue.description);
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <NameCell name={queue.name} href={projectHref({ entity, project }, "queues", queue.id)}>
        {queue.kind === "pairwise" ? <Badge>A/B</Badge> : null}
        {queue.isArchived ? <Badge>Archived</Badge> : null}
      </NameCell>
      <span className="flex min-w-0 items-center gap-1.5 text-faint text-xs">
        {names.slice(0, CHIPS_SHOWN).map((name) => (
          <span
            key={name}
            title={name}
            className="max-w-28 shrink-0 truncate rounded-sm border border-line px-1 max-md:hidden"
          >
            {name}
          </span>
        ))}
        {more > 0 ? <span className="shrink-0 max-md:hidden">+{more}</span> : null}
        <span className="min-w-0 flex-1 truncate max-md:hidden">{line}</span>
        {/* Narrow screens have no column for it. */}
        <span className="min-w-0 flex-1 truncate md:hidden">{progressText(queue.summary)}</span>
      </span>
    </span>
  );
}

/** Names of the newest versions; a field whose object is not listed any more shows its object's name. */
function useFieldNames(refs: readonly string[]): string[] {
  const { projectId } = useProject();
  const { data } = useQuery(annotationFieldsQuery(projectId));
  return useMemo(() => {
    const names = new Map(data?.map(({ objectId, name }) => [objectId, name]));
    const ids = refs.map((ref) => readObjectRef(ref)?.objectId ?? ref);
    return [...new Set(ids.map((id) => names.get(id) ?? id))];
  }, [data, refs]);
}

export function QueueProgressCell({ summary }: { summary: QueueSummary }) {
  return (
    <span className="flex min-w-0 flex-col gap-1.5">
      <QueueProgressBar counts={summary} className="w-full" />
      <span className="truncate text-muted text-xs tabular-nums">{progressText(summary)}</span>
    </span>
  );
}

/** The named annotators, or anyone; people who are working now have a dot. */
export function QueuePeopleCell({ queue }: { queue: QueueRow }) {
  const people = usePeopleOf(queue);
  const more = people.length - PEOPLE_SHOWN;
  const { annotators } = queue.summary;
  const isOpen = queue.annotatorIds.length === 0;
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center gap-0.5">
        {people.slice(0, PEOPLE_SHOWN).map(({ id, name, isHere }) => (
          <Initials key={id} name={name} isHere={isHere} />
        ))}
        {more > 0 ? <span className="ml-1 text-faint text-xs">+{more}</span> : null}
        {people.length === 0 ? (
          <span>{isOpen ? "Anyone" : countOf(queue.annotatorIds.length, "person", "people")}</span>
        ) : null}
      </span>
      {people.length === 0 ? (
        <span className="truncate text-faint text-xs">
          {annotators === 0 ? "No one yet" : `${formatCount(annotators)} so far`}
        </span>
      ) : null}
    </span>
  );
}

function usePeopleOf({ annotatorIds, summary }: QueueRow): { id: string; name: string; isHere: boolean }[] {
  const { entity, project, can } = useProject();
  const members = useQuery({
    ...membersQuery({ entity, project }),
    enabled: can("members:read") && annotatorIds.length > 0,
  });
  const here = summary.peopleHere.map(({ annotatorUserId: id, name }) => ({ id, name, isHere: true }));
  const named = annotatorIds.flatMap((id) => {
    const name = members.data?.find(({ userId }) => userId === id)?.name;
    return name && here.every((one) => one.id !== id) ? [{ id, name, isHere: false }] : [];
  });
  return [...here, ...named];
}

/** The rate at which people answer and how long the rest takes at it; below, when somebody last did something. */
export function QueuePaceCell({ summary }: { summary: QueueSummary }) {
  const { answersPerHour, hoursLeft, lastActivity } = summary;
  const isDone = summary.totalItems > 0 && summary.doneItems === summary.totalItems;
  const pace = [
    answersPerHour === null ? "–" : rateText(answersPerHour),
    ...(isDone || hoursLeft === null ? [] : [`${workLeftText(hoursLeft)} left`]),
  ];
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="truncate">{pace.join(" · ")}</span>
      {lastActivity ? (
        <Time value={lastActivity} className="truncate text-faint text-xs" />
      ) : (
        <span className="text-faint text-xs">nothing yet</span>
      )}
    </span>
  );
}
