"use client";

import { useRef, useState } from "react";
import { useMe } from "#components/account/session-gate.tsx";
import { explainError } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import type { QueueItem } from "#lib/contract/queues.ts";
import type { AnnotationField } from "./annotation-field.ts";
import { type Answered, answerOne, takeBackOne } from "./bulk-answer-acts.ts";
import { useRefreshQueues } from "./queue-queries.ts";

/** How far a run over many items is: each is answered, or taken back, one after the other. */
export type BulkRun = {
  kind: "answering" | "takingBack";
  total: number;
  /** Items that were looked at, and of them those that others hold or that were changed meanwhile. */
  done: number;
  passed: number;
  isRunning: boolean;
  /** What ended the run early. */
  error: string | null;
};

type Work<T> = { kind: BulkRun["kind"]; things: readonly T[]; each: (thing: T) => Promise<boolean> };

/** Answers many items alike. What was answered can be taken back, as long as the page is there. */
export function useBulkAnswer(queueId: string) {
  const { projectId } = useProject();
  const { name, email } = useMe();
  const refresh = useRefreshQueues(projectId);
  const [run, setRun] = useState<BulkRun | null>(null);
  const answered = useRef<Answered[]>([]);
  const stop = useRef(false);
  const place = { projectId, queueId };
  const walk = async <T>({ kind, things, each }: Work<T>): Promise<void> => {
    stop.current = false;
    let now: BulkRun = { kind, total: things.length, done: 0, passed: 0, isRunning: true, error: null };
    setRun(now);
    for (const thing of things) {
      if (stop.current) break;
      try {
        const isDone = await each(thing);
        now = { ...now, done: now.done + 1, passed: now.passed + Number(!isDone) };
      } catch (error) {
        now = { ...now, error: explainError(error) };
        break;
      } finally {
        setRun(now);
      }
    }
    setRun({ ...now, isRunning: false });
    await refresh();
  };
  return {
    run,
    answer: (items: readonly QueueItem[], field: AnnotationField, value: unknown) => {
      answered.current = [];
      const creator = name || email;
      return walk({
        kind: "answering",
        things: items,
        each: async (item) => {
          const one = await answerOne(place, item, { field, value, creator });
          if (one) answered.current.push(one);
          return one !== null;
        },
      });
    },
    undo: () =>
      walk({
        kind: "takingBack",
        things: answered.current,
        each: (one) => takeBackOne(place, one),
      }),
    stop: () => {
      stop.current = true;
    },
    reset: () => setRun(null),
  };
}
