import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { MODELS_KEY } from "#components/models/model-queries.ts";
import type { TrainingEvent } from "#lib/contract/training.ts";
import { followJob } from "./follow-job.ts";
import { isEndState, type LiveJob, NOTHING_YET, stateIn, withEvents } from "./live-job.ts";
import { jobQuery, TRAINING_KEY } from "./training-queries.ts";

type Streams = {
  /** What is known of each job that was followed. */
  jobs: ReadonlyMap<string, LiveJob>;
  /** False while a stream is broken and being opened again. */
  isConnected: boolean;
};

/** Follows jobs as they happen. One that ends makes what is known of jobs and models be asked for again. */
export function useJobStreams(jobIds: readonly string[]): Streams {
  const client = useQueryClient();
  const [jobs, setJobs] = useState<ReadonlyMap<string, LiveJob>>(new Map());
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const following = useRef(new Map<string, () => void>());
  const follow = useEffectEvent((jobId: string) =>
    followJob(jobId, {
      onEvents: (events, isFirst) => {
        setJobs((before) => addEvents(before, jobId, { events, isFirst }));
        if (events.some(endsJob)) void refresh(jobId);
      },
      onConnection: (isConnected) => {
        setBroken((before) => (isConnected ? without(before, jobId) : new Set([...before, jobId])));
        // Why it broke shows in an ordinary request: the session is over, or the job is gone.
        if (!isConnected) void client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey });
      },
    }),
  );
  const refresh = useEffectEvent(async (jobId: string) => {
    const known = client.getQueryData(jobQuery(jobId).queryKey);
    if (known && isEndState(known.state)) return;
    await Promise.all([
      client.invalidateQueries({ queryKey: TRAINING_KEY }),
      client.invalidateQueries({ queryKey: MODELS_KEY }),
    ]);
  });
  const wanted = jobIds.join(" ");
  useEffect(() => {
    const open = following.current;
    const ids = wanted === "" ? [] : wanted.split(" ");
    for (const [jobId, stop] of open) {
      if (ids.includes(jobId)) continue;
      stop();
      open.delete(jobId);
      setBroken((before) => without(before, jobId));
    }
    for (const jobId of ids) if (!open.has(jobId)) open.set(jobId, follow(jobId));
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
