"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFieldNews } from "#components/desk/form/use-field-news.ts";
import { keyOf } from "#components/desk/parts/key-map.ts";
import { formShown, type Panes, sheetNameOf, usePanes } from "#components/desk/parts/use-panes.ts";
import { useStable } from "#components/desk/parts/use-stable.ts";
import type { CallHandle, FormHandle } from "#components/desk/state/desk-handles.ts";
import type { Trouble } from "#components/desk/state/desk-state.ts";
import { NOTHING_SAID } from "#components/desk/state/leaving.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import type { RailTab } from "./rail-tabs.ts";
import { useChoice } from "./use-choice.ts";
import type { Desk } from "./use-desk.ts";
import { useDeskRuns } from "./use-desk-runs.ts";
import { useGuidelines } from "./use-guidelines.ts";

export type DeskRoom = ReturnType<typeof useDeskRoom>;

/** What stands open around the item, and the acts that open it: where to look when something is to be put right. */
export function useDeskRoom(queue: Queue, desk: Desk) {
  const { userId, keyBindings } = useMe();
  const undoKey = keyOf("undo", keyBindings);
  const panes = usePanes(userId, queue.kind);
  const call = useRef<CallHandle>(null);
  const form = useRef<FormHandle>(null);
  const [isWhole, setWhole] = useState(false);
  const [isSkipOpen, setSkipOpen] = useState(false);
  const overlays = useOverlays(desk.trouble);
  const rail = useRail(panes);
  // If the queue only asks which of two is better, problems appear next to the two, not in a sheet over them.
  const showForm = () => panes.change(formShown(panes, "sheetShare"));
  const guidelines = useGuidelines(queue, desk, () =>
    panes.change(formShown(panes, sheetNameOf(queue.kind, desk.fields))),
  );
  const submit = () => {
    if (overlays.choice.ask()) return;
    const obstacles = desk.acts.submit();
    if (!obstacles) return;
    showForm();
    const place = Object.keys(obstacles).find((one) => one !== NOTHING_SAID);
    // The form may be hidden until the next render.
    requestAnimationFrame(() => (place ? form.current?.focusProblem(place) : form.current?.focusField(0)));
  };
  const undoable = (title: string, act: () => void) => sayUndoable(desk, { title, undoKey, act });
  const skip = () => {
    if (!desk.canLeave || desk.own === "completed") return;
    if (queue.skipReasons.length === 0) return undoable("Skipped", () => desk.acts.skip(null));
    if (panes.isFormHidden) showForm();
    setSkipOpen(true);
  };
  const hands = { desk, queue, panes, guidelines, call, form, choice: overlays.choice };
  const runs = useDeskRuns({ ...hands, submit, skip, rail: rail.flip, yields: overlays.openYields });
  useFreshStart(desk, () => {
    setWhole(false);
    setSkipOpen(false);
    form.current?.start();
    runs.begin(form.current);
  });
  const { walk, undo, open, pause, resume } = desk.acts;
  const acts = useStable({
    submit,
    skip,
    skipFor: (reason: string | null) => {
      setSkipOpen(false);
      desk.acts.skip(reason);
    },
    openReasons: setSkipOpen,
    ...{ walk, undo, open, pause, resume },
    ...{ flipRail: rail.flip, closeDrawer: rail.closeDrawer },
    flipGuidelines: () => guidelines.flip?.(),
    changePanes: panes.change,
    changeHabits: desk.habits.change,
    openKeys: () => overlays.keys.setKeysOpen(true),
  });
  return {
    panes,
    guidelines,
    fieldNews: useFieldNews(desk.fields),
    call,
    form,
    whole: { isWhole, setWhole },
    isSkipOpen,
    backAt: runs.backAt,
    ...overlays,
    rail,
    acts,
    swipe: (direction: "left" | "right") => (direction === "right" ? undoable("Submitted", submit) : skip()),
  };
}

/** What opens over the desk. */
function useOverlays(trouble: Trouble | null) {
  const choice = useChoice(trouble);
  const [isKeysOpen, setKeysOpen] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const openYields = () => setOpen(true);
  return { choice, keys: { isKeysOpen, setKeysOpen }, yields: { isOpen, setOpen }, openYields };
}

/** The lists: beside the call, or in a drawer over it. */
function useRail(panes: Panes) {
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [tab, setTab] = useState<RailTab>("todo");
  return {
    isDrawerOpen,
    tab,
    setTab,
    closeDrawer: () => setDrawerOpen(false),
    flip: () =>
      panes.isRailInDrawer
        ? setDrawerOpen(!isDrawerOpen)
        : panes.change({ isRailHidden: !panes.isRailHidden }),
    /** Shows what was done. */
    review: () => {
      setTab("done");
      if (panes.isRailInDrawer) setDrawerOpen(true);
      else panes.change({ isRailHidden: false });
    },
  };
}

type Undoable = { title: string; undoKey: string; act: () => void };

/** A swipe is easily made by mistake, and so is a skip by one key: it says what it did and how to take it back. */
function sayUndoable(desk: Desk, { title, undoKey, act }: Undoable): void {
  const itemId = desk.held?.item.id;
  act();
  if (itemId === undefined || desk.store.read().undo.at(-1)?.itemId !== itemId) return;
  // Where there are no keys, the button says enough.
  const hasKeys = undoKey !== "" && !window.matchMedia("(pointer: coarse)").matches;
  const detail = hasKeys ? { detail: `${undoKey.toUpperCase()} takes it back.` } : {};
  toast({ title, ...detail, action: { label: "Undo", onAction: desk.acts.undo } });
}

/** Each item starts the same way: at its first field, with what the queue wants to be shown. */
function useFreshStart(desk: Desk, begin: () => void): void {
  const id = desk.held?.item.id;
  const isReady = desk.draft !== null;
  const seen = useRef<string | undefined>(undefined);
  const start = useEffectEvent(() => {
    if (seen.current === id) return;
    seen.current = id;
    begin();
  });
  useEffect(() => {
    if (id === undefined) seen.current = undefined;
    else if (isReady) start();
  }, [id, isReady]);
}
