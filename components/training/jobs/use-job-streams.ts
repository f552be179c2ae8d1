import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { jobQuery, TRAINING_KEY } from "#components/run/queries/training-queries.ts";
import {
  isEndState,
  type LiveJob,
  NOTHING_YET,
  stateIn,
  TOLD_EVENTS,
  withEvents,
} from "#components/run/state/live-job.ts";
import type { TrainingEvent } from "#lib/contract/training/training-progress.ts";
import { followJob } from "./follow-job.ts";
import { isNewsOfEnd } from "./news-of-end.ts";

type Streams = {
  /** What is known of each job that was followed. */
  jobs: ReadonlyMap<string, LiveJob>;
  /** False while a stream is broken and being opened again. */
  isConnected: boolean;
};

/**
 * Follows jobs live. When one ends, jobs and models are read again. `tail` is the number of past events to receive one by one; changing it
 * restarts the streams.
 */
export function useJobStreams(jobIds: readonly string[], tail = TOLD_EVENTS): Streams {
  const client = useQueryClient();
  const [jobs, setJobs] = useState<ReadonlyMap<string, LiveJob>>(new Map());
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const following = useRef(new Map<string, () => void>());
  const follow = useEffectEvent((jobId: string) =>
    followJob(jobId, {
      tail,
      onEvents: (events, isFirst) => {
        setJobs((before) => addEvents(before, jobId, { events, isFirst }));
        if (events.some(endsJob)) void refresh(jobId, isFirst);
      },
      onConnection: (isConnected) => {
        setBroken((before) => (isConnected ? without(before, jobId) : new Set([...before, jobId])));
        // Why it broke shows in an ordinary request: the session is over, or the job is gone.
        if (!isConnected) void client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey });
      },
    }),
  );
  const refresh = useEffectEvent(async (jobId: string, isFirst: boolean) => {
    const known = client.getQueryData(jobQuery(jobId).queryKey);
    if (!isNewsOfEnd(known?.state, isFirst)) return;
    await Promise.all([
      client.invalidateQueries({ queryKey: TRAINING_KEY }),
      client.invalidateQueries({ queryKey: MODELS_KEY }),
    ]);
  });
  const wanted = jobIds.map((jobId) => `${jobId}/${tail}`).join(" ");
  useEffect(() => {
    const open = following.current;
    const keys = wanted === "" ? [] : wanted.split(" ");
    for (const [key, stop] of open) {
      if (keys.includes(key)) continue;
      stop();
      open.delete(key);
      setBroken((before) => without(before, jobOf(key)));
    }
    for (const key of keys) if (!open.has(key)) open.set(key, follow(jobOf(key)));
  }, [wanted]);
  useEffect(() => {
    const open = following.current;
    return () => {
      for (const stop of open.values()) stop();
      open.clear();
    };
  }, []);
  return { jobs, isConnected: broken.size === 0 };
}

function jobOf(key: string): string {
  return key.split("/")[0] ?? key;
}

type Arrived = { events: readonly TrainingEvent[]; isFirst: boolean };

function addEvents(
  before: ReadonlyMap<string, LiveJob>,
  jobId: string,
  { events, isFirst }: Arrived,
): ReadonlyMap<string, LiveJob> {
  const known = isFirst ? NOTHING_YET : (before.get(jobId) ?? NOTHING_YET);
  return new Map([...before, [jobId, withEvents(known, events)]]);
}

function endsJob({ type, data }: TrainingEvent): boolean {
  const state = type === "state" ? stateIn(data) : null;
  return state !== null && isEndState(state);
}

function without(ids: ReadonlySet<string>, jobId: string): ReadonlySet<string> {
  if (!ids.has(jobId)) return ids;
  return new Set([...ids].filter((id) => id !== jobId));
}
