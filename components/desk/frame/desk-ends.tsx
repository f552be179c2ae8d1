"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Archive,
  ArchiveRestore,
  CircleCheck,
  CloudOff,
  Coffee,
  Hourglass,
  Inbox,
  ListX,
  LockKeyhole,
  UserRoundCheck,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { MoreItemsSkeleton } from "#components/desk/parts/desk-skeleton.tsx";
import { NotTaken } from "#components/desk/parts/not-taken.tsx";
import { type DeskPlace, nextQueueQuery, type Summary } from "#components/desk/state/desk-queries.ts";
import type { Left, Trouble } from "#components/desk/state/desk-state.ts";
import type { Sending } from "#components/desk/state/desk-store.ts";
import type { Supply } from "#components/desk/supply/use-reservations.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useArchiveQueue } from "#components/queues/list/use-archive-queue.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ErrorState } from "#components/ui/notice/error-state.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { DeskWays, type Ways } from "./desk-actions.tsx";
import { ItemsHaveCome } from "./items-have-come.tsx";

/** Where the work stands when there is nothing to answer. */
export type End = {
  place: DeskPlace;
  isPaused: boolean;
  missedKey: string | null;
  trouble: Trouble | null;
  hasDraft: boolean;
  sending: Sending;
  supply: Supply;
  summary: Summary | null;
  ways: Ways & { wasSomewhere: boolean };
  acts: { resume: () => void; passOver: () => void; walk: (step: -1 | 1) => void; undo: () => void };
};

type DeskEndProps = { queue: Queue; end: End; onReview: () => void };

/** What the desk says when there is nothing to answer, and why. */
export function DeskEnd(props: DeskEndProps) {
  const { ways, acts, missedKey } = props.end;
  return (
    <>
      <NotTaken missedKey={missedKey} />
      <Ending {...props} />
      {ways.wasSomewhere ? (
        <div className="mx-auto flex max-w-96 justify-center gap-1">
          <DeskWays ways={ways} acts={acts} />
        </div>
      ) : null}
    </>
  );
}

function Ending({ queue, end, onReview }: DeskEndProps): ReactNode {
  const { supply, summary, trouble, sending } = end;
  const { left, isSettled, error, isAsking, retry } = supply;
  if (end.isPaused) return <Break end={end} />;
  if (trouble?.kind === "gone") return <GoneItem end={end} reason={trouble.reason} />;
  if (sending.isStuck) return <Cut />;
  if (error && !isAsking) return <NoItems queue={queue} error={error} onRetry={retry} />;
  if (supply.come > 0) return <ItemsHaveCome supply={supply} />;
  if (left?.isArchived && isSettled) return <Archived queue={queue} end={end} />;
  if (!left || !isSettled || !summary) return <MoreItemsSkeleton />;
  const { totalItems, doneItems, givenAnswers, skips, flags } = summary;
  if (totalItems === 0) return <EmptyQueue queue={queue} />;
  if (left.forMe > 0 && left.inOtherHands > 0) return <InOtherHands left={left} end={end} />;
  if (left.forOthers > 0 || queue.annotatorsPerItem === null)
    return <DoneForYou queue={queue} end={end} left={left} onReview={onReview} />;
  return (
    <EmptyState
      icon={<CircleCheck />}
      title="This queue is complete"
      actions={
        <>
          <ToQueue queue={queue} />
          <Button onClick={onReview}>Review your answers</Button>
          <NextQueue end={end} />
          {givenAnswers > 0 ? <ToDataset queue={queue} /> : null}
        </>
      }
    >
      {doneItems < totalItems ? (
        // Counted before the last answer arrived.
        `All ${countOf(totalItems, "item")} are done. `
      ) : (
        <>
          {countOf(doneItems, "item")} of {totalItems} done with {countOf(givenAnswers, "answer")},{" "}
          {countOf(skips, "skip")} and {countOf(flags, "flag")}.{" "}
        </>
      )}
      <SavedLine end={end} />
    </EmptyState>
  );
}

/** All that was reserved is answered, and nothing comes after it without a connection. */
function Cut() {
  return (
    <EmptyState icon={<CloudOff />} title="No more items here">
      More items load once the server responds. Your answers are kept in this browser until then.
    </EmptyState>
  );
}

function NoItems({ queue, error, onRetry }: { queue: Queue; error: unknown; onRetry: () => void }) {
  const { role } = useProject();
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 403)
    return (
      <EmptyState
        icon={<LockKeyhole />}
        title="You cannot annotate this queue"
        actions={<ToQueue queue={queue} />}
      >
        {explainError(error)} Your role here is {role}; an engineer or admin of the project can name you as an
        annotator.
      </EmptyState>
    );
  if (status === 404)
    return (
      <EmptyState icon={<ListX />} title="This queue no longer exists">
        It was deleted. Its annotations are kept with the calls.
      </EmptyState>
    );
  return <ErrorState title="The items could not be loaded" detail={explainError(error)} onRetry={onRetry} />;
}

/** A lead put the queue away; what was held is answered or given back. */
function Archived({ queue, end }: Pick<DeskEndProps, "queue" | "end">) {
  const { can } = useProject();
  const archive = useArchiveQueue(queue);
  const mayLead = can("queues:write");
  return (
    <EmptyState
      icon={<Archive />}
      title="This queue is archived"
      actions={
        <>
          <NextQueue end={end} />
          {mayLead ? (
            <Button
              icon={<ArchiveRestore />}
              pending={archive.isPending}
              onClick={() => carryOut(archive, false, { onSuccess: end.supply.retry })}
            >
              Restore
            </Button>
          ) : null}
          <ToQueue queue={queue} />
        </>
      }
    >
      It has no new items for annotators, and its answers are kept.{" "}
      {mayLead ? null : "An engineer or admin of the project can restore it. "}
      <SavedLine end={end} />
    </EmptyState>
  );
}

function DoneForYou({ queue, end, left, onReview }: DeskEndProps & { left: Left }) {
  const { forOthers } = left;
  return (
    <EmptyState
      icon={<UserRoundCheck />}
      title="Done for you"
      actions={
        <>
          <NextQueue end={end} />
          <Button onClick={onReview}>Review your answers</Button>
          <ToQueue queue={queue} />
          {queue.annotatorsPerItem === null ? <ToDataset queue={queue} /> : null}
        </>
      }
    >
      {queue.annotatorsPerItem === null
        ? "You have answered every item."
        : `${countOf(forOthers, "item")} ${forOthers === 1 ? "waits" : "wait"} for ${secondPerson(queue)}.`}{" "}
      <SavedLine end={end} />
    </EmptyState>
  );
}

function secondPerson({ annotatorsPerItem }: Queue): string {
  return annotatorsPerItem === 2 ? "a second person" : "someone else";
}

function InOtherHands({ left, end }: { left: Left; end: End }) {
  const first = left.holders.toSorted((a, b) => a.freesAt.getTime() - b.freesAt.getTime())[0];
  return (
    <EmptyState
      icon={<Hourglass />}
      title="All remaining items are reserved by others"
      actions={
        <Button onClick={end.supply.retry} pending={end.supply.isAsking}>
          Check again
        </Button>
      }
    >
      <p>
        {left.holders.map(({ name, items }) => `${name} has ${countOf(items, "item")}`).join(", ")}.
        {first ? (
          <>
            {" "}
            If nothing changes, the first is free <Time value={first.freesAt.toISOString()} />.
          </>
        ) : null}
      </p>
      <p className="mt-1">This page updates by itself.</p>
    </EmptyState>
  );
}

function EmptyQueue({ queue }: { queue: Queue }) {
  const { entity, project, projectId, can } = useProject();
  const [isShown, setShown] = useState(false);
  if (!can("queues:write"))
    return (
      <EmptyState icon={<Inbox />} title="This queue is empty" actions={<ToQueue queue={queue} />}>
        There are no calls to annotate yet. They appear here once someone adds them.
      </EmptyState>
    );
  const snippet = snippetFor(window.location.origin, { projectId, queueId: queue.id });
  return (
    <EmptyState
      icon={<Inbox />}
      title="This queue is empty"
      actions={
        <>
          <ButtonLink variant="primary" href={projectHref({ entity, project }, "calls")}>
            Add from calls
          </ButtonLink>
          <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            Add by API
          </Button>
        </>
      }
    >
      <p>No calls yet. They appear here once they are added.</p>
      {isShown ? (
        <div className="mt-4">
          <CopyField label="Command" value={snippet} />
        </div>
      ) : null}
    </EmptyState>
  );
}

function snippetFor(origin: string, { projectId, queueId }: { projectId: string; queueId: string }): string {
  const body = { project_id: projectId, call_ids: ["YOUR_CALL_ID"], display_fields: ["inputs", "output"] };
  return [
    `curl ${origin}/api/annotation_queues/${queueId}/items \\`,
    '  -u "api:$SPINDLE_API_KEY" -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
}

function Break({ end }: { end: End }) {
  return (
    <EmptyState
      icon={<Coffee />}
      title="You are taking a break"
      actions={
        <Button variant="primary" onClick={end.acts.resume}>
          Continue
        </Button>
      }
    >
      Your reserved items are free for others. <SavedLine end={end} />
    </EmptyState>
  );
}

/** The item was taken out of the queue, or the queue deleted, while someone worked on it. */
function GoneItem({ end, reason }: { end: End; reason: string }) {
  return (
    <EmptyState
      icon={<ListX />}
      title="This item is no longer in the queue"
      actions={<Button onClick={end.acts.passOver}>Next</Button>}
    >
      <p>{reason}</p>
      {end.hasDraft ? (
        <p className="mt-1">Your answers were not counted. They are kept in this browser.</p>
      ) : null}
    </EmptyState>
  );
}

function SavedLine({ end }: { end: End }) {
  return end.sending.waiting > 0 ? "Sending your last answers. Keep this tab open." : "Everything is saved.";
}

function ToQueue({ queue }: { queue: Queue }) {
  const { entity, project } = useProject();
  return <ButtonLink href={projectHref({ entity, project }, "queues", queue.id)}>See the queue</ButtonLink>;
}

/** What the answers are for, where the reader may make it. */
function ToDataset({ queue }: { queue: Queue }) {
  const { entity, project, can } = useProject();
  if (!can("datasets:write")) return null;
  return (
    <ButtonLink
      variant="primary"
      href={`${projectHref({ entity, project }, "queues", queue.id)}?make=dataset`}
    >
      Make a dataset
    </ButtonLink>
  );
}

/** Another queue that has something for this annotator. */
function NextQueue({ end }: { end: End }) {
  const { entity, project, can } = useProject();
  const next = useQuery(nextQueueQuery(end.place));
  if (!next.data) return null;
  return (
    // Who may make a dataset of the answers is led there first.
    <ButtonLink
      variant={can("datasets:write") ? "secondary" : "primary"}
      href={projectHref({ entity, project }, "queues", next.data.id, "annotate")}
    >
      Continue with {next.data.name}
    </ButtonLink>
  );
}
