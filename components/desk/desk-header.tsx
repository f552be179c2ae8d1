"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, BookOpenText } from "lucide-react";
import Link from "next/link";
import { useMe } from "#components/account/session-gate.tsx";
import { projectHref } from "#components/layout/navigation.ts";
import { PageHeader } from "#components/layout/page-header.tsx";
import { pressKey } from "#components/layout/press-key.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { queueStatsQuery } from "#components/queues/queue-queries.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { formatCount } from "#components/ui/format.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { Queue } from "#lib/contract/queues.ts";
import { doneBeforeQuery } from "./desk-queries.ts";
import { doneSince } from "./desk-state.ts";
import type { Desk } from "./use-desk.ts";
import type { Guidelines } from "./use-guidelines.ts";

type DeskHeaderProps = { queue: Queue; desk: Desk; guidelines: Guidelines };

export function DeskHeader({ queue, desk, guidelines }: DeskHeaderProps) {
  const { entity, project } = useProject();
  const href = projectHref({ entity, project }, "queues", queue.id);
  return (
    <PageHeader
      title={
        <Link href={href} className="block max-w-[52vw] truncate rounded-sm hover:underline lg:max-w-[36vw]">
          {queue.name}
        </Link>
      }
      back={
        <Link href={href} aria-label="To the queue" className={`${buttonClass("ghost", "sm")} -ml-2 px-1.5!`}>
          <ArrowLeft aria-hidden="true" className="size-4" />
        </Link>
      }
      meta={<Place desk={desk} />}
      actions={
        <>
          <Progress queueId={queue.id} desk={desk} />
          {guidelines.flip ? (
            <Button
              size="sm"
              icon={<BookOpenText />}
              aria-pressed={guidelines.isOpen}
              onClick={guidelines.flip}
              className="aria-pressed:bg-pressed"
            >
              Guidelines
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" onClick={() => pressKey("?")} className="pointer-coarse:hidden">
            Keys
            <span aria-hidden="true" className="inline-flex">
              <Kbd keys="?" />
            </span>
          </Button>
        </>
      }
    />
  );
}

/** Where in the queue, and whether all that was answered has arrived. */
function Place({ desk }: { desk: Desk }) {
  const place = desk.current?.positionInQueue;
  const { waiting } = desk.sending;
  return (
    <>
      <span role="status" className="whitespace-nowrap tabular-nums">
        {place ? `Item ${formatCount(place)}` : null}
      </span>
      <Standing own={desk.own} />
      <span className="whitespace-nowrap text-faint max-sm:hidden">
        {waiting > 0 ? `Sending ${formatCount(waiting)}…` : desk.state.undo.length > 0 ? "Saved" : null}
      </span>
    </>
  );
}

/** What became of the item so far. */
function Standing({ own }: { own: Desk["own"] }) {
  if (own === "completed") return <Badge tone="success">Done by you</Badge>;
  return own === "skipped" ? <Badge>Skipped by you</Badge> : null;
}

function Progress({ queueId, desk }: { queueId: string; desk: Desk }) {
  const { projectId } = useProject();
  const { userId } = useMe();
  const before = useQuery(doneBeforeQuery({ projectId, queueId }, userId));
  const stats = useQuery(queueStatsQuery(projectId, queueId));
  if (before.data === undefined || !stats.data) return null;
  const total = stats.data.totalItems;
  const done = Math.min(before.data + doneSince(desk.state), total);
  const label = `${formatCount(done)} of ${formatCount(total)} done by you`;
  return (
    <Tooltip content={`${formatCount(stats.data.completedItems)} done by anyone`} side="bottom">
      <div className="flex items-center gap-2 text-muted text-xs">
        <ProgressBar
          label={label}
          total={total}
          segments={[{ value: done, tone: done === total ? "success" : "accent" }]}
          className="w-24 max-sm:w-16"
        />
        <span className="whitespace-nowrap tabular-nums">{label}</span>
      </div>
    </Tooltip>
  );
}
