"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import {
  type DeskPlace,
  deskKey,
  keep,
  release,
  reserve,
  summaryQuery,
  work,
} from "#components/desk/state/desk-queries.ts";
import { comeSince, type DeskState, type Left, seenByServer } from "#components/desk/state/desk-state.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { seen } from "#components/desk/state/seen.ts";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { queueQuery } from "#components/queues/parts/queue-queries.ts";
import { Reservations } from "./reservations.ts";

const MINUTE_MS = 60_000;

/** What more there is to do, as far as it is known. */
export type Supply = {
  /** Whether the server has answered once. */
  isKnown: boolean;
  /** Null while the server has as much as is wanted. */
  left: Left | null;
  /** Whether `left` was sent after all answers from here had arrived, so that it is final. */
  isSettled: boolean;
  /** So many items have come while nobody was at the empty desk; they are taken once somebody continues. */
  come: number;
  isAsking: boolean;
  error: unknown;
  retry: () => void;
};

type Reserving = {
  supply: Supply;
  /** Gives back what was not begun, for a break. */
  pause: () => void;
  resume: () => void;
  /** Whether it is being looked after what became of the shown item while somebody was away. */
  isUnsure: () => boolean;
};

type Wish = {
  store: DeskStore;
  state: DeskState;
  leaseMinutes: number;
  /** So many items are reserved beside the one that is worked on. */
  ahead: number;
  /** By the newest count; null until it is known. */
  leftForMe: number | null;
};

/** Holds reservations while the page is there, and shows how they stand. */
export function useReservations(place: DeskPlace, wish: Wish): Reserving {
  const { store, leaseMinutes, ahead } = wish;
  const come = comeSince(wish.state, wish.leftForMe ?? 0);
  const reservations = useMemo(() => reservationsOf(place, store), [place, store]);
  useEffect(
    () => reservations.wish({ ahead, leaseMs: leaseMinutes * MINUTE_MS }),
    [reservations, ahead, leaseMinutes],
  );
  useEffect(() => reservations.open(), [reservations]);
  useEffect(() => reservations.announce(come > 0), [reservations, come]);
  useWindow(reservations);
  useNews(place, reservations);
  useElsewhere(place, store, reservations);
  const acts = useMemo(
    () => ({
      retry: () => reservations.ask(),
      pause: () => reservations.pause(),
      resume: () => reservations.resume(),
      isUnsure: () => reservations.isUnsure(),
    }),
    [reservations],
  );
  const { asking, answer, error } = wish.state.supply;
  const supply = {
    isKnown: answer !== null,
    left: answer?.left ?? null,
    isSettled: answer?.wasEmpty === true,
    come,
    isAsking: asking !== null,
    error,
    retry: acts.retry,
  };
  return { supply, pause: acts.pause, resume: acts.resume, isUnsure: acts.isUnsure };
}

const all = new WeakMap<DeskStore, Reservations>();

/** They belong to the desk, which outlives its page: who is back asks only once what was given back is free. */
function reservationsOf(place: DeskPlace, store: DeskStore): Reservations {
  const known = all.get(store);
  if (known) return known;
  const made = new Reservations(store, {
    reserve: (wanted) => reserve(place, wanted),
    keep: (itemIds) => keep(place, itemIds),
    release: (itemIds) => release(place, itemIds),
    work: (itemId) => work(place, itemId),
    isInSight: () => !document.hidden,
    seen,
  });
  all.set(store, made);
  return made;
}

/** Reacts to focus, visibility and connection. Somebody who returns from another window may have answered an item there. */
function useWindow(reservations: Reservations): void {
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const back = () => reservations.comeBack();
    const act = () => reservations.act();
    for (const name of ["keydown", "pointerdown", "pointermove"] as const)
      window.addEventListener(name, act, { signal, capture: true, passive: true });
    window.addEventListener("online", back, { signal });
    window.addEventListener("focus", back, { signal });
    document.addEventListener("visibilitychange", () => reservations.beat(), { signal });
    window.addEventListener("pagehide", () => reservations.giveBack(), { signal });
    window.addEventListener("pageshow", ({ persisted }) => persisted && reservations.ask(), { signal });
    return () => ended.abort();
  }, [reservations]);
}

const LIVE_EVERY_MS = 1_500;
/** Counting a large queue for everybody who works on it must not slow them down. */
const REST_FOR_EACH_MS = 10;

/** What others do in the queue may have made something free. */
function useNews(place: DeskPlace, reservations: Reservations): void {
  const client = useQueryClient();
  const refresh = useAtMostEvery(LIVE_EVERY_MS, () => {
    reservations.hear();
    // How far the queue is, and what its lead may have changed in it.
    const stale = [[...deskKey(place), "summary"], queueQuery(place.projectId, place.queueId).queryKey];
    return Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
  });
  useProjectLive(["queues"], refresh);
}

/**
 * Where the service has come to count more of the annotator's answers than were given here, another tab or device gave them. What of
 * these was reserved here as well is found to be lost.
 */
function useElsewhere(place: DeskPlace, store: DeskStore, reservations: Reservations): void {
  const { data } = useQuery(summaryQuery(place));
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (!data) return;
    const surplus = data.doneByMe + data.skippedByMe - seenByServer(store.read()).finished;
    if (known.current !== null && surplus > known.current) reservations.beat();
    known.current = surplus;
  }, [data, store, reservations]);
}

/** Combines many notifications into one run, and runs less often if a run takes long. */
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
