"use client";

import type { RefObject } from "react";
import { type Bindings, type DeskAct, keyOf } from "#components/desk/parts/key-map.ts";
import { formFlipped, type Panes, sheetNameOf } from "#components/desk/parts/use-panes.ts";
import type { CallHandle, FormHandle } from "#components/desk/state/desk-handles.ts";
import { useMe } from "#components/session/session-gate.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { submitsByDigit } from "./submits-by-digit.ts";
import type { Choice } from "./use-choice.ts";
import type { Desk } from "./use-desk.ts";
import { type DeskRuns, useDeskKeys } from "./use-desk-keys.ts";
import type { Guidelines } from "./use-guidelines.ts";

type Hands = {
  desk: Desk;
  queue: Queue;
  panes: Panes;
  guidelines: Guidelines;
  call: RefObject<CallHandle | null>;
  form: RefObject<FormHandle | null>;
  choice: Choice;
  submit: () => void;
  skip: () => void;
  rail: () => void;
  yields: () => void;
};

/** Ties the keys of the desk to what they do. */
export function useDeskRuns(hands: Hands): void {
  const { desk, queue, form, choice, submit } = hands;
  const { keyBindings } = useMe();
  useDeskKeys({
    mode: queue.kind,
    bindings: keyBindings,
    runs: { ...runsOf(hands), ...verdictsOf(desk, keyBindings) },
    onDigit: (position) => {
      if (isWaiting(desk)) {
        desk.acts.missKey(String(position % 10));
        return true;
      }
      if (choice.ask()) return true;
      if (desk.isUnsure()) {
        desk.acts.missEarlyKey(String(position % 10));
        return true;
      }
      if (!desk.canLeave) return false;
      const isPicked = form.current?.pickOption(position, desk.habits.movesOn) ?? false;
      if (isPicked && submitsByDigit(desk, queue)) submit();
      return isPicked;
    },
    onMuch: (act: DeskAct) => desk.acts.prefer(act === "pairLeft" ? "left" : "right", "much"),
  });
}

/** Whether there is no item yet and one may come. */
function isWaiting({ held, isPaused, supply }: Desk): boolean {
  const isKnown = supply.left !== null && supply.isSettled;
  return held === null && !isPaused && !isKnown;
}

const VERDICTS = { pairLeft: "left", pairRight: "right", pairTie: "tie", pairBothBad: "both_bad" } as const;
type VerdictRuns = Pick<DeskRuns, keyof typeof VERDICTS>;

function verdictsOf(desk: Desk, bindings: Bindings): VerdictRuns {
  const run = (act: keyof typeof VERDICTS) => () => {
    if (isWaiting(desk)) desk.acts.missKey(keyOf(act, bindings).toUpperCase());
    else desk.acts.prefer(VERDICTS[act], "slightly");
  };
  return {
    pairLeft: run("pairLeft"),
    pairRight: run("pairRight"),
    pairTie: run("pairTie"),
    pairBothBad: run("pairBothBad"),
  };
}

function runsOf(hands: Hands): Omit<DeskRuns, keyof VerdictRuns> {
  const { desk, queue, panes, guidelines, call, form, choice, submit, skip, rail, yields } = hands;
  return {
    submit: () => {
      if (desk.supply.come > 0) return desk.supply.retry();
      const isAsked = desk.habits.movesOn && desk.canLeave && form.current?.goOn();
      if (!isAsked) submit();
    },
    submitAnywhere: submit,
    skip,
    flag: () => form.current?.toggleFlag(),
    choose: choice.open,
    undo: desk.acts.undo,
    forward: () => desk.acts.walk(1),
    back: () => desk.acts.walk(-1),
    fieldBefore: () => form.current?.moveField(-1),
    fieldAfter: () => form.current?.moveField(1),
    clear: () => form.current?.clearField(),
    suggestions: desk.acts.acceptSuggestions,
    correction: () => form.current?.editCorrection(),
    diff: () => form.current?.toggleDiff(),
    note: () => form.current?.focusNote(),
    passages: () => call.current?.markByKeys(),
    view: () => call.current?.cycleView(),
    whole: () => call.current?.toggleWhole(),
    thread: () => call.current?.toggleThread(),
    toolCall: () => call.current?.nextToolCall(),
    error: () => call.current?.nextError(),
    find: () => call.current?.find(),
    guidelines: () => guidelines.flip?.(),
    rail,
    form: () => panes.change(formFlipped(panes, sheetNameOf(queue.kind, desk.fields))),
    yields,
    pause: desk.isPaused ? desk.acts.resume : desk.acts.pause,
    pairScroll: desk.acts.linkScroll,
  };
}
