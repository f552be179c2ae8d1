"use client";

import { useEffect, useRef, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import {
  type Answered,
  answerOne,
  takeBackOne,
  type Unheard,
} from "#components/queues/items/queries/bulk-answer-acts.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { useRefreshQueues } from "#components/queues/parts/queue-queries.ts";
import { useMe } from "#components/session/session-gate.tsx";
import type { QueueItem } from "#lib/contract/annotation/queues.ts";

/** How far a run over many items is: each is answered, or taken back, one after the other. */
export type BulkRun = {
  kind: "answering" | "takingBack";
  total: number;
  /** Items that were looked at. */
  done: number;
  /** Skipped items: those that others have reserved, or that have changed since. */
  passed: readonly QueueItem[];
  isRunning: boolean;
  /** What ended the run early. */
  error: string | null;
};

/** Gives many items the same answer. A run that ended early can be continued, and answers can be undone while the page is open. */
export function useBulkAnswer(queueId: string) {
  const { projectId } = useProject();
  const { name, email } = useMe();
  const refresh = useRefreshQueues(projectId);
  const [run, setRun] = useState<BulkRun | null>(null);
  const answered = useRef(new Map<QueueItem, Answered>());
  const unheard = useRef<Unheard>(new Map());
  const goOn = useRef<() => Promise<void>>(async () => undefined);
  const stop = useRef(false);
  // Who leaves sees no longer what is done in their name.
  useEffect(
    () => () => {
      stop.current = true;
    },
    [],
  );
  const place = { projectId, queueId };
  const walk = async (
    from: BulkRun,
    items: readonly QueueItem[],
    each: (item: QueueItem) => Promise<boolean>,
  ): Promise<void> => {
    stop.current = false;
    let now: BulkRun = { ...from, isRunning: true, error: null };
    setRun(now);
    while (now.done < now.total && !stop.current && now.error === null) {
      now = await step(now, items[now.done], each);
      setRun(now);
    }
    const ended = { ...now, isRunning: false };
    goOn.current = () => walk(ended, items, each);
    setRun(ended);
    await refresh();
  };
  return {
    run,
    answer: (items: readonly QueueItem[], field: AnnotationField, value: unknown) => {
      const answer = { field, value, creator: name || email };
      return walk(newRun("answering", items), items, async (item) => {
        const one = await answerOne(place, item, answer, unheard.current);
        if (one) answered.current.set(item, one);
        return one !== null;
      });
    },
    undo: () => {
      const items = [...answered.current.keys()];
      return walk(newRun("takingBack", items), items, async (item) => {
        const one = answered.current.get(item);
        return one !== undefined && takeBackOne(place, one);
      });
    },
    /** Does what is left of a run that ended early, beginning with the item at which it failed. */
    goOn: () => goOn.current(),
    stop: () => {
      stop.current = true;
    },
  };
}

function newRun(kind: BulkRun["kind"], items: readonly QueueItem[]): BulkRun {
  return { kind, total: items.length, done: 0, passed: [], isRunning: true, error: null };
}

async function step(
  run: BulkRun,
  item: QueueItem | undefined,
  each: (item: QueueItem) => Promise<boolean>,
): Promise<BulkRun> {
  if (!item) return run;
  try {
    const isDone = await each(item);
    return { ...run, done: run.done + 1, passed: isDone ? run.passed : [...run.passed, item] };
  } catch (error) {
    return { ...run, error: explainError(error) };
  }
}
