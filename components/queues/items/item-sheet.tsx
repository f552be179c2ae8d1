"use client";

import { useQuery } from "@tanstack/react-query";
import { Gavel, Hourglass, PenLine } from "lucide-react";
import { useMemo } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { AnsweredMarks } from "#components/queues/fields/answered-marks.tsx";
import { askedFields } from "#components/queues/fields/said-values.ts";
import { itemAnswersQuery, queueItemQuery } from "#components/queues/items/queries/item-queries.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { AskedText } from "#components/training/waits/asked-mark.tsx";
import { AwaitedText } from "#components/training/waits/awaited-text.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import { AnswerColumns, DecisionLine } from "./answer-columns.tsx";
import { ItemCalls } from "./item-calls.tsx";
import { JudgementList } from "./judgement-list.tsx";

/** One item with all that was said and decided of it, to read. */
export function ItemSheet({ itemId, onClose }: { itemId: string | null; onClose: () => void }) {
  const { entity, project, can } = useProject();
  const queue = useQueue();
  const hrefOf = (place: "annotate" | "quality") =>
    `${projectHref({ entity, project }, "queues", queue.id, place)}?item=${encodeURIComponent(itemId ?? "")}`;
  return (
    <Sheet
      open={itemId !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      modal={false}
      title="Item"
      width="lg"
      actions={
        <>
          {can("queues:write") && can("answers:read") ? (
            <ButtonLink href={hrefOf("quality")} size="sm" icon={<Gavel />}>
              Decide
            </ButtonLink>
          ) : null}
          {can("queues:annotate") ? (
            <ButtonLink href={hrefOf("annotate")} size="sm" icon={<PenLine />}>
              On the desk
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {itemId ? <LoadedItem key={itemId} itemId={itemId} /> : null}
    </Sheet>
  );
}

function LoadedItem({ itemId }: { itemId: string }) {
  const { projectId, can } = useProject();
  const queue = useQueue();
  const item = useQuery(queueItemQuery(projectId, { queueId: queue.id, itemId }));
  if (item.data === null)
    return (
      <EmptyState title="This item is no longer in the queue">
        It was removed, or its call was deleted. Its annotations are kept.
      </EmptyState>
    );
  if (!item.data)
    return item.error ? (
      <QueryErrorBanner title="The item could not be loaded." query={item} />
    ) : (
      <div className="p-4">
        <SkeletonLines label="Loading the item" lines={6} />
      </div>
    );
  return <ItemBody item={item.data} mayReview={can("answers:read")} />;
}

function ItemBody({ item, mayReview }: { item: QueueItem; mayReview: boolean }) {
  const queue = useQueue();
  return (
    <div className="flex flex-col gap-6 p-4">
      {item.ruleName === null ? null : (
        <p className="flex flex-wrap items-center gap-1 text-muted text-sm">
          Added by the rule “{item.ruleName}” <Time value={item.createdAt} />
        </p>
      )}
      {item.askedBy ? <AskedText askedBy={item.askedBy} /> : null}
      {item.awaited ? (
        <p className="flex items-start gap-2 text-muted text-sm">
          <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-ink" />
          <span className="min-w-0">
            <AwaitedText {...item.awaited} />.
          </span>
        </p>
      ) : null}
      {mayReview ? <ItemSaid queueId={queue.id} item={item} /> : <ItemCalls item={item} />}
    </div>
  );
}

/** Answers side by side, then judges, then what was decided, and the call with what was marked in it. */
function ItemSaid({ queueId, item }: { queueId: string; item: QueueItem }) {
  const itemId = item.id;
  const { projectId } = useProject();
  const queue = useQueue();
  const said = useQuery(itemAnswersQuery(projectId, { queueId, itemIds: [itemId] }));
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs));
  const error = said.error ?? fields.error;
  const asked = useMemo(() => askedFields(queue.kind, fields.data ?? []), [queue.kind, fields.data]);
  const markers = useMemo(
    () => said.data?.answers.map((answer) => ({ by: answer.name, answer })) ?? [],
    [said.data],
  );
  if (error && !(said.data && fields.data))
    return (
      <>
        <ErrorBanner
          title="The answers could not be loaded."
          detail={explainError(error)}
          onRetry={() => void Promise.all([said.refetch(), fields.refetch()])}
        />
        <ItemCalls item={item} />
      </>
    );
  if (!said.data || !fields.data)
    return (
      <>
        <SkeletonLines label="Loading the answers" lines={4} />
        <ItemCalls item={item} />
      </>
    );
  const { answers, judgements, decisions } = said.data;
  const decision = decisions[0] ?? null;
  return (
    <AnsweredMarks item={item} asked={asked} markers={markers}>
      {decision ? <DecisionLine decision={decision} /> : null}
      {answers.length > 0 ? (
        <AnswerColumns
          label="Answers"
          asked={asked}
          columns={answers.map((answer) => ({
            key: answer.annotatorUserId,
            head: <span className="block truncate">{answer.name}</span>,
            answer,
          }))}
          decision={decision}
        />
      ) : (
        <p className="text-faint">No answers yet.</p>
      )}
      <JudgementList judgements={judgements} />
      <ItemCalls item={item} />
    </AnsweredMarks>
  );
}
