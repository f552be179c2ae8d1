"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { queueQuery } from "#components/queues/parts/queue-queries.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { MAX_RESERVED } from "#lib/contract/annotation/queue-work.ts";
import { type DeskPlace, deskKey, keep, type Left, release, reserve, type Wanted } from "./desk-queries.ts";
import { hasOpenDraft, wantedInLane } from "./desk-state.ts";
import type { DeskStore } from "./desk-store.ts";
import { lookAfter } from "./lost-item.ts";

const MINUTE_MS = 60_000;

export type Supply = {
  /** Whether the server has answered once. */
  isKnown: boolean;
  /** Null while the server has as much as is wanted. */
  left: Left | null;
  /** Whether `left` was told after all that was done here had arrived, so that an end is an end. */
  isSettled: boolean;
  isAsking: boolean;
  error: unknown;
  retry: () => void;
};

type Reply = {
  left: Left | null;
  /** There was less than was asked for. */
  isShort: boolean;
  /** Nothing was on the desk or on its way when it was asked. */
  wasEmpty: boolean;
};

type Wish = {
  store: DeskStore;
  leaseMinutes: number;
  /** So many items are reserved beside the one that is worked on. */
  ahead: number;
  isPaused: boolean;
};

/** Reserves what comes next, keeps it while the desk is open and gives it back afterwards. */
export function useReservations(place: DeskPlace, { store, leaseMinutes, ahead, isPaused }: Wish): Supply {
  const [reply, setReply] = useState<Reply | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ask = useAsking(place, { store, ahead }, { setReply, setAsking, setError });
  const state = store.read();
  // What a reload found in the tab may have gone to others meanwhile.
  const isShort = reply === null || state.lane.length < wantedInLane(state, ahead);
  const isEmpty = state.current === null && state.acts.length === 0;
  const isSettled = reply?.wasEmpty === true;
  const isDry = reply?.isShort === true && (isSettled || !isEmpty);
  useEffect(() => {
    if (!isPaused && isShort && !isAsking && !isDry && !error) ask();
  }, [ask, isPaused, isShort, isAsking, isDry, error]);
  useWakeUps(place, { ask, reply, isIdle: state.current === null && !isPaused, isPaused, error });
  useHeartbeat(place, { store, everyMs: (leaseMinutes * MINUTE_MS) / 2, isPaused });
  useLeaving(place, { store, isPaused, onBack: ask });
  return { isKnown: reply !== null, left: reply?.left ?? null, isSettled, isAsking, error, retry: ask };
}

type Setters = {
  setReply: (reply: Reply) => void;
  setAsking: (isAsking: boolean) => void;
  setError: (error: unknown) => void;
};

/** One question at a time. The first one after a reload asks for the very item that was shown. */
function useAsking(
  place: DeskPlace,
  { store, ahead }: Pick<Wish, "store" | "ahead">,
  { setReply, setAsking, setError }: Setters,
): () => void {
  const isRunning = useRef(false);
  const isFirst = useRef(true);
  return useCallback(() => {
    if (isRunning.current) return;
    isRunning.current = true;
    setAsking(true);
    const { lane, current, acts } = store.read();
    const onTheWay = acts.filter(({ held }) => held.expiresAtMs !== null).length;
    const count = Math.min(wantedInLane(store.read(), ahead) + onTheWay, MAX_RESERVED);
    const shown = isFirst.current && current !== null && lane.includes(current) ? current : null;
    const wasEmpty = current === null && acts.length === 0;
    const work = async () => {
      await farewells.get(nameOf(place));
      const { held, left } = await reserveAround(place, {
        count,
        ...(shown === null ? {} : { itemId: shown }),
      });
      store.dispatch({ type: "reserved", held, asked: lane });
      lookAfter(place, store, lane);
      setReply({ left, isShort: held.length < count, wasEmpty });
      setError(null);
      isFirst.current = false;
    };
    void work()
      .catch(setError)
      .finally(() => {
        isRunning.current = false;
        setAsking(false);
      });
  }, [place, store, ahead, setReply, setAsking, setError]);
}

/** First the very item that was shown, unless it went to somebody else, and then what comes beside it. */
async function reserveAround(place: DeskPlace, { count, itemId }: Wanted): ReturnType<typeof reserve> {
  if (itemId !== undefined)
    await reserve(place, { count: 1, itemId }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    });
  return reserve(place, { count });
}

type WakeUps = {
  ask: () => void;
  reply: Reply | null;
  /** Whether nothing is on the desk. */
  isIdle: boolean;
  isPaused: boolean;
  error: unknown;
};

const MAX_WAIT_MS = MINUTE_MS;
const MIN_WAIT_MS = 2_000;
const LIVE_EVERY_MS = 1_500;
/** Counting a large queue for everybody who works on it must not slow them down. */
const REST_FOR_EACH_MS = 10;

/** Once there was nothing more, it is asked again when something may have come free. */
function useWakeUps(place: DeskPlace, { ask, reply, isIdle, isPaused, error }: WakeUps): void {
  const isDry = reply?.isShort === true;
  const again = useEffectEvent(() => {
    if ((isDry || error) && !isPaused) ask();
  });
  const client = useQueryClient();
  const refresh = useAtMostEvery(LIVE_EVERY_MS, () => {
    again();
    // How far the queue is, and what its lead may have changed in it.
    const told = [[...deskKey(place), "summary"], queueQuery(place.projectId, place.queueId).queryKey];
    return Promise.all(told.map((queryKey) => client.invalidateQueries({ queryKey })));
  });
  useProjectLive(["queues"], refresh);
  useEffect(() => {
    const wake = () => again();
    window.addEventListener("online", wake);
    window.addEventListener("focus", wake);
    return () => {
      window.removeEventListener("online", wake);
      window.removeEventListener("focus", wake);
    };
  }, []);
  useEffect(() => {
    if (!isIdle || !reply) return;
    const freesAt = (reply.left?.holders ?? []).map((holder) => holder.freesAt.getTime());
    const waitMs = freesAt.length > 0 ? Math.min(...freesAt) - Date.now() + MIN_WAIT_MS : MAX_WAIT_MS;
    const timer = setTimeout(() => again(), Math.min(Math.max(waitMs, MIN_WAIT_MS), MAX_WAIT_MS));
    return () => clearTimeout(timer);
  }, [isIdle, reply]);
  useEffect(() => {
    if (!error || isPaused) return;
    const timer = setTimeout(() => again(), MIN_WAIT_MS * 4);
    return () => clearTimeout(timer);
  }, [error, isPaused]);
}

/** Each answer of anybody is told at once; many of them are looked at together, and what takes long is looked at less often. */
function useAtMostEvery(everyMs: number, run: () => Promise<unknown>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const restUntil = useRef(0);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  return useCallback(() => {
    timer.current ??= setTimeout(
      () => {
        timer.current = null;
        const began = performance.now();
        void latest.current().finally(() => {
          const ended = performance.now();
          restUntil.current = ended + (ended - began) * REST_FOR_EACH_MS;
        });
      },
      Math.max(everyMs, restUntil.current - performance.now()),
    );
  }, [everyMs]);
}

type Heart = { store: DeskStore; everyMs: number; isPaused: boolean };

/** Beats while the page is in sight, and at once when it comes back. */
function useHeartbeat(place: DeskPlace, { store, everyMs, isPaused }: Heart): void {
  useEffect(() => {
    if (isPaused) return;
    const beat = () => {
      const { lane } = store.read();
      if (document.hidden || lane.length === 0) return;
      // Without a connection there is nothing to do: the next beat tells.
      keep(place, lane.slice(0, MAX_RESERVED)).then(
        ({ lost }) => {
          store.dispatch({ type: "lost", itemIds: lost });
          lookAfter(place, store, lost);
        },
        () => {},
      );
    };
    const timer = setInterval(beat, everyMs);
    document.addEventListener("visibilitychange", beat);
    window.addEventListener("online", beat);
    // Somebody who comes back from another window may have answered the item there.
    window.addEventListener("focus", beat);
    return () => {
      window.removeEventListener("focus", beat);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", beat);
      window.removeEventListener("online", beat);
    };
  }, [place, store, everyMs, isPaused]);
}

/** What is being given back, so that nobody asks for the same before. */
const farewells = new Map<string, Promise<void>>();
/** Desks that were left just now; who is back at once has never been away. */
const departures = new Map<string, ReturnType<typeof setTimeout>>();

function nameOf({ userId, projectId, queueId }: DeskPlace): string {
  return `${userId} ${projectId} ${queueId}`;
}

/** Gives back what was not begun; what has a draft stays reserved for as long as its lease. */
export function giveBack(place: DeskPlace, store: DeskStore): void {
  const state = store.read();
  const ids = state.lane.filter((id) => !hasOpenDraft(state, id)).slice(0, MAX_RESERVED);
  if (ids.length > 0)
    farewells.set(
      nameOf(place),
      release(place, ids).catch(() => {}),
    );
}

function useLeaving(
  place: DeskPlace,
  { store, isPaused, onBack }: { store: DeskStore; isPaused: boolean; onBack: () => void },
): void {
  const comeBack = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted && !isPaused) onBack();
  });
  useEffect(() => {
    const name = nameOf(place);
    clearTimeout(departures.get(name));
    const leave = () => giveBack(place, store);
    const back = (event: PageTransitionEvent) => comeBack(event);
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", back);
    return () => {
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", back);
      const depart = () => {
        leave();
        store.dispatch({ type: "released" });
      };
      departures.set(name, setTimeout(depart, 0));
    };
  }, [place, store]);
}
