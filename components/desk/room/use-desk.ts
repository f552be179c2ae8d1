"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState, useSyncExternalStore } from "react";
import { isSwapped, preferenceOf, type SeenVerdict } from "#components/desk/call/pair-sides.ts";
import { asAskedNow } from "#components/desk/form/field-versions.ts";
import { offeredAnswer, suggestedRefs, withSuggestions } from "#components/desk/form/suggestions.ts";
import { useDraft } from "#components/desk/form/use-draft.ts";
import { useHabits } from "#components/desk/parts/use-habits.ts";
import { useStable } from "#components/desk/parts/use-stable.ts";
import { useWorkTimer } from "#components/desk/parts/use-work-clock.ts";
import type { DeskItem, Problems } from "#components/desk/state/desk-handles.ts";
import { type DeskPlace, reserve, summaryQuery, work } from "#components/desk/state/desk-queries.ts";
import {
  currentOf,
  type DeskState,
  depthOf,
  type Held,
  hasOpenDraft,
  heldOf,
  isDone,
  neighbourOf,
  nextOf,
  recordOf,
  stateOf,
} from "#components/desk/state/desk-state.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { deskStoreOf } from "#components/desk/state/desk-stores.ts";
import { type Draft, setPreference } from "#components/desk/state/draft.ts";
import {
  type Leaving,
  obstaclesOf,
  skipping,
  submission,
  takingBack,
} from "#components/desk/state/leaving.ts";
import { useOwnCounts } from "#components/desk/state/use-own-counts.ts";
import { useReservations } from "#components/desk/supply/use-reservations.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Strength } from "#lib/contract/annotation/preference.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { useLeaveWarning } from "./use-leave-warning.ts";

export type Desk = ReturnType<typeof useDesk>;

/** One annotator at one queue: what is shown, what may be done, and what is on its way. */
export function useDesk(queue: Queue, fields: readonly AnnotationField[]) {
  const place = useDeskPlace(queue.id);
  const client = useQueryClient();
  const store = useMemo(() => deskStoreOf(place, client), [place, client]);
  const state = useSyncExternalStore(store.subscribe, store.read, store.read);
  const sending = useSyncExternalStore(store.subscribe, store.readSending, store.readSending);
  const habits = useHabits(place.userId);
  const counts = useOwnCounts(place, state);
  const summary = useQuery(summaryQuery(place)).data ?? null;
  const leftForMe = counts?.left ?? null;
  const ahead = depthOf(habits.ahead, { left: leftForMe, people: summary?.peopleHere.length ?? 0 });
  const { supply, pause, resume, isUnsure } = useReservations(place, {
    ...{ store, state, ahead, leftForMe },
    leaseMinutes: queue.reservationMinutes,
  });
  const [readyCount, setReadyCount] = useState(0);
  const held = currentOf(state);
  const rules = queue.fieldRules;
  const { draft, error: draftError, retry: retryDraft } = useDraft(place, { held, fields, rules, state });
  const timer = useWorkTimer(held?.item.id ?? null);
  useLeaveWarning(sending.waiting > 0);
  const seat = { place, store, queue, fields, draft, timer, creator: useCreator() };
  const { problems, submit, ...others } = useActs(seat);
  const [isScrollLinked, setScrollLinked] = useState(true);
  const acts = useStable({
    submit,
    ...others,
    pause,
    resume,
    retryDraft,
    linkScroll: () => setScrollLinked((is) => !is),
  });
  const { finished, readGuidelines, isPaused, missedKey, unsuggested } = state;
  return {
    place,
    store,
    fields,
    sending,
    supply,
    counts,
    summary,
    habits,
    /** Items that can be worked on without a connection, the current one among them. */
    readyCount,
    setReadyCount,
    held,
    draft,
    draftError,
    timer,
    isPaused,
    missedKey,
    /** Whether a suggestion was to be accepted where there is none. */
    isUnsuggested: held !== null && unsuggested === held.item.id,
    isUnsure,
    own: held ? stateOf(state, held.item) : null,
    trouble: held ? recordOf(state, held.item.id).trouble : null,
    /** Whether something was entered that has not been sent yet. */
    hasDraft: held !== null && hasOpenDraft(state, held.item.id),
    problems,
    canLeave: leavingFrom(seat) !== null,
    ways: useWays(state),
    finished,
    readGuidelines,
    acts,
    isScrollLinked,
  };
}

/** Where one can go from here. */
function useWays(state: DeskState) {
  const back = neighbourOf(state, -1) !== null;
  const forward = neighbourOf(state, 1) !== null;
  const undo = state.undo.length > 0;
  const wasSomewhere = undo || state.trail.length > 0;
  return useMemo(() => ({ back, forward, undo, wasSomewhere }), [back, forward, undo, wasSomewhere]);
}

function useDeskPlace(queueId: string): DeskPlace {
  const { projectId } = useProject();
  const { userId } = useMe();
  return useMemo(() => ({ projectId, queueId, userId }), [projectId, queueId, userId]);
}

function useCreator(): string {
  const { name, email } = useMe();
  return name || email;
}

type Seat = {
  place: DeskPlace;
  store: DeskStore;
  queue: Queue;
  fields: readonly AnnotationField[];
  draft: Draft | null;
  timer: ReturnType<typeof useWorkTimer>;
  creator: string;
};

/** What can be done with the current item. Everything reads the store at that moment: a key may come before the next render. */
function useActs(seat: Seat) {
  const { store, place } = seat;
  const [tried, setTried] = useState<string | null>(null);
  const { current } = store.read();
  const isTried = tried !== null && tried === current;
  const draft = current === null ? null : saidOf(seat, current);
  const problems = useMemo(
    () => (isTried && draft ? obstaclesOf({ draft, fields: seat.fields, queue: seat.queue }) : null),
    [isTried, draft, seat.fields, seat.queue],
  );
  const submit = (): Problems | null => {
    const leaving = leavingFrom(seat);
    if (!leaving) return null;
    const obstacles = obstaclesOf(leaving);
    if (Object.keys(obstacles).length === 0) {
      leave(seat, leaving, submission(leaving));
      return null;
    }
    setTried(leaving.held.item.id);
    return obstacles;
  };
  return {
    problems,
    /** Gives what is in the way; null where it went. */
    submit,
    edit: (itemId: string, changed: Draft) => store.dispatch({ type: "edited", itemId, draft: changed }),
    skip: (reason: string | null) => {
      const leaving = leavingFrom(seat);
      if (leaving && stateOf(leaving.state, leaving.held.item) !== "completed")
        leave(seat, leaving, skipping(leaving, reason));
    },
    undo: () => {
      const back = takingBack(store.read());
      if (back) store.dispatch({ type: "undone", draft: back.draft, act: back.act });
    },
    walk: (step: -1 | 1) => {
      const itemId = neighbourOf(store.read(), step);
      if (itemId !== null) store.dispatch({ type: "walked", itemId });
    },
    /** On to what is next, leaving the item as it is. */
    passOver: () => {
      const now = store.read();
      if (now.current === null) return;
      const next = nextOf(now, now.current);
      store.dispatch({ type: "troubled", itemId: now.current, trouble: null });
      store.dispatch({ type: "walked", itemId: next });
    },
    /** A verdict on a pair; where nothing else is asked, it is all that there is to say. */
    prefer: (seen: SeenVerdict, strength: Strength) => {
      const leaving = leavingFrom(seat);
      if (!leaving || leaving.held.item.pairCallId === null) return;
      const { held, draft: said } = leaving;
      const preference = preferenceOf(seen, strength, isSwapped(held.item.id, place.userId));
      store.dispatch({ type: "edited", itemId: held.item.id, draft: setPreference(said, preference) });
      if (seat.fields.length === 0) submit();
    },
    /** Says what is suggested; it counts once it is submitted. */
    acceptSuggestions: () => acceptSuggestions(seat),
    /** One of two versions of an answer is chosen, and continues from what the server has now. */
    rebase: (newest: Held, chosen: Draft) => store.dispatch({ type: "rebased", held: newest, draft: chosen }),
    /** A key that answers found no item. */
    missKey: (key: string) => store.dispatch({ type: "missed", key }),
    missEarlyKey: (key: string) => store.dispatch({ type: "missed", key, cameBefore: true }),
    readGuidelines: (text: string) => store.dispatch({ type: "guidelinesRead", text }),
    open: (item: Pick<DeskItem, "id">, route: readonly DeskItem[] | null) =>
      openItem(place, store, { item, route }),
    takeAgain: () => {
      void takeAgain(place, store);
    },
  };
}

function acceptSuggestions(seat: Seat): void {
  const { store } = seat;
  const leaving = leavingFrom(seat);
  if (!leaving || isDone(stateOf(leaving.state, leaving.held.item))) return;
  const { held, draft: said, fields, queue } = leaving;
  const all = held.suggestions ?? [];
  if (!fields.some((field) => offeredAnswer(field, all))) {
    store.dispatch({ type: "unsuggested", itemId: held.item.id });
    return;
  }
  const accepted = withSuggestions(said, all, { fields, rules: queue.fieldRules });
  if (accepted !== said) store.dispatch({ type: "edited", itemId: held.item.id, draft: accepted });
}

/** What is said of an item at this moment, by the fields as they are asked now. */
function saidOf({ store, fields, draft }: Seat, itemId: string): Draft | null {
  const known = recordOf(store.read(), itemId).draft;
  return known ? asAskedNow(known, fields) : draft;
}

function leavingFrom(seat: Seat): Leaving | null {
  const { place, store, queue, fields, timer, creator } = seat;
  const state = store.read();
  const held = currentOf(state);
  const trouble = held ? recordOf(state, held.item.id).trouble?.kind : undefined;
  const said = held ? saidOf(seat, held.item.id) : null;
  if (!held || !said || trouble === "gone" || trouble === "lost" || trouble === "stale") return null;
  const { suggestions, item } = held;
  return {
    ...{ place, creator, queue, fields, state, held, draft: said },
    suggestedRefs: suggestedRefs(fields, { suggestions, isDone: isDone(stateOf(state, item)) }),
    activeMs: timer.workedMs(item.id),
  };
}

function leave({ store, timer }: Seat, { held, draft }: Leaving, act: ReturnType<typeof submission>): void {
  timer.lap(held.item.id);
  store.dispatch({ type: "left", act, before: draft });
}

async function reserveOne(place: DeskPlace, store: DeskStore, itemId: string): Promise<boolean> {
  const { lane } = store.read();
  const { held } = await reserve(place, { count: 1, itemId });
  const own = held.find(({ item }) => item.id === itemId);
  store.dispatch({ type: "reserved", held, asked: lane });
  return own !== undefined;
}

/** An item from a list: one that is to do is reserved first, one that was done is only looked at. */
async function openItem(
  place: DeskPlace,
  store: DeskStore,
  { item, route }: { item: Pick<DeskItem, "id">; route: readonly DeskItem[] | null },
): Promise<void> {
  const known = heldOf(store.read(), item.id);
  const ids = route?.map(({ id }) => id) ?? null;
  if (known) store.dispatch({ type: "opened", held: known, route: ids });
  if (store.read().lane.includes(item.id)) return;
  try {
    const held = await work(place, item.id);
    const isToDo = !isDone(stateOf(store.read(), held.item));
    if (isToDo) await reserveOne(place, store, item.id);
    const fresh = heldOf(store.read(), item.id);
    store.dispatch({
      type: "opened",
      held: isToDo && fresh ? fresh : { ...held, expiresAtMs: fresh?.expiresAtMs ?? null },
      route: ids,
    });
  } catch (error) {
    toast({ title: "The item cannot be opened", detail: explainError(error), tone: "danger" });
  }
}

async function takeAgain(place: DeskPlace, store: DeskStore): Promise<void> {
  const itemId = store.read().current;
  if (itemId === null) return;
  try {
    await reserveOne(place, store, itemId);
    const held = heldOf(store.read(), itemId);
    if (held) store.dispatch({ type: "opened", held, route: null });
  } catch (error) {
    toast({ title: "The item is still reserved", detail: explainError(error), tone: "danger" });
  }
}
