"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useJudgedInSight } from "#components/conversation/use-judged-in-sight.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { ItemCalls } from "#components/queues/items/item-calls.tsx";
import { itemAnswersQuery, queueItemQuery } from "#components/queues/items/queries/item-queries.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { MarkSlot } from "#components/queues/passages/marking.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";
import { AdjudicationPanel } from "./adjudication-panel.tsx";
import { MarkedItem } from "./marked-item.tsx";

type AdjudicationProps = {
  itemId: string;
  /** The disagreements that are walked through. */
  items: readonly { itemId: string }[];
  onItem: (itemId: string) => void;
  onClose: () => void;
};

/** One item in which people differ, beside its call, with what a lead may do about it. */
export function Adjudication({ itemId, items, onItem, onClose }: AdjudicationProps) {
  // As it was when it was opened: what is decided leaves the list of the undecided, and the place in it must not be lost.
  const [order] = useState(() => items.map((item) => item.itemId));
  const place = order.indexOf(itemId);
  const next = order[place + 1];
  const before = place > 0 ? order[place - 1] : undefined;
  useShortcuts(
    "Items",
    useMemo(
      () => [
        { keys: "j", label: "Next item", run: () => next && onItem(next) },
        { keys: "k", label: "Previous item", run: () => before && onItem(before) },
        { keys: "escape", label: "Back to the list", run: onClose },
      ],
      [next, before, onItem, onClose],
    ),
  );
  return (
    <section aria-label="Adjudication" className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <Button size="sm" variant="ghost" icon={<ArrowLeft />} onClick={onClose}>
          Quality
        </Button>
        <h2 className="text-base">Decide</h2>
        <span className="text-muted text-xs">
          {place >= 0 ? `${place + 1} of ${order.length}` : "not in the list"}
        </span>
        <span className="ml-auto flex gap-1">
          <IconButton
            label="Previous item"
            keys="k"
            icon={<ChevronUp />}
            size="sm"
            disabled={!before}
            onClick={() => before && onItem(before)}
          />
          <IconButton
            label="Next item"
            keys="j"
            icon={<ChevronDown />}
            size="sm"
            disabled={!next}
            onClick={() => next && onItem(next)}
          />
        </span>
      </div>
      <ItemToDecide key={itemId} itemId={itemId} />
    </section>
  );
}

function ItemToDecide({ itemId }: { itemId: string }) {
  const queue = useQueue();
  const { projectId } = useProject();
  const item = useQuery(queueItemQuery(projectId, { queueId: queue.id, itemId }));
  const said = useQuery(itemAnswersQuery(projectId, { queueId: queue.id, itemIds: [itemId] }));
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs));
  const error = item.error ?? said.error ?? fields.error;
  if (item.data === null)
    return (
      <EmptyState title="This item is no longer in the queue">
        It was removed, or its call was deleted. Its annotations are kept. Continue with the next item.
      </EmptyState>
    );
  if (item.data && said.data && fields.data)
    return (
      <MarkedItem item={item.data} said={said.data} fields={fields.data}>
        <CallAndAnswers item={item.data}>
          <AdjudicationPanel item={item.data} said={said.data} fields={fields.data} />
        </CallAndAnswers>
        <MarkSlot />
      </MarkedItem>
    );
  if (error)
    return (
      <ErrorBanner
        title="The item could not be loaded."
        detail={explainError(error)}
        onRetry={() => void Promise.all([item.refetch(), said.refetch(), fields.refetch()])}
      />
    );
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the item" lines={8} />
    </div>
  );
}

/** The call, opened at the answer that is judged, beside what people said of it; on a narrow screen both scroll as one. */
function CallAndAnswers({ item, children }: { item: QueueItem; children: ReactNode }) {
  const whole = useRef<HTMLDivElement>(null);
  const call = useRef<HTMLElement>(null);
  useJudgedInSight(whole, false);
  useJudgedInSight(call, false);
  return (
    <div ref={whole} className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <section
        ref={call}
        aria-label="What it is about"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="min-w-0 flex-1 p-4 lg:overflow-y-auto lg:p-6"
      >
        <ItemCalls item={item} isJudged />
      </section>
      <div className="min-w-0 border-line max-lg:border-t lg:w-136 lg:shrink-0 lg:overflow-y-auto lg:border-l">
        {children}
      </div>
    </div>
  );
}
