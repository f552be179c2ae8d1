"use client";

import { useMemo } from "react";
import { DataTable, type DataTableColumn } from "#components/ui/data-table.tsx";
import { formatCount, formatExact } from "#components/ui/format.ts";
import { describeEvent } from "./describe-event.ts";
import type { ListedEvent, LiveJob } from "./live-job.ts";

type EventRow = ListedEvent & { title: string; detail: string };

const COLUMNS: readonly DataTableColumn<EventRow>[] = [
  {
    id: "title",
    header: "Event",
    width: "sm",
    cell: ({ title, type }) => (
      <span className={type === "training_failed" ? "font-medium text-danger-ink" : "font-medium"}>
        {title}
      </span>
    ),
  },
  {
    id: "detail",
    header: "What it says",
    width: "fill",
    cell: ({ detail }) => (
      <span title={detail} className="text-muted">
        {detail}
      </span>
    ),
  },
  {
    id: "created_at",
    header: "Time",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ createdAt }) => <Clock at={createdAt} />,
  },
];

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** Steps are seconds apart, so the time of day says more than how long ago it was. */
function Clock({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} title={formatExact(at)} className="text-muted">
      {clock.format(at)}
    </time>
  );
}

/** The events of a job as they come, newest first. */
export function JobEvents({ live: { events, eventCount } }: { live: LiveJob }) {
  const rows = useMemo(
    () => events.toReversed().map((event): EventRow => ({ ...event, ...describeEvent(event) })),
    [events],
  );
  return (
    <section
      aria-labelledby="job-events"
      className="flex h-96 min-w-0 flex-col border-line max-lg:border-b lg:h-auto lg:min-h-0 lg:border-r"
    >
      <h2 id="job-events" className="flex items-baseline gap-2 px-4 py-3 text-sm">
        Events
        <span className="font-normal text-muted text-xs">
          {eventCount > events.length
            ? `the newest ${formatCount(events.length)} of ${formatCount(eventCount)}`
            : formatCount(eventCount)}
        </span>
      </h2>
      <DataTable
        className="flex-1"
        label="Events, newest first"
        columns={COLUMNS}
        rows={rows}
        getRowId={({ id }) => id}
        rowLabel={({ title, detail }) => `${title} ${detail}`}
        empty={
          <p className="px-4 text-muted text-sm">Nothing has happened yet. The job waits for its turn.</p>
        }
      />
    </section>
  );
}
