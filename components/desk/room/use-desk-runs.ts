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
import { type LastDigit, useLastDigit } from "./use-last-digit.ts";

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

/** Ties the keys of the desk to what they do. Gives the item that a key has returned to, and what to do once a form is there. */
export function useDeskRuns(hands: Hands): Pick<LastDigit, "backAt" | "begin"> {
  const { desk, queue, form, choice, submit } = hands;
  const { keyBindings } = useMe();
  const lastDigit = useLastDigit(desk.store);
  useDeskKeys({
    mode: queue.kind,
    bindings: keyBindings,
    runs: forgetting(lastDigit, { ...runsOf(hands, lastDigit), ...verdictsOf(desk, keyBindings) }),
    onDigit: (position) => {
      lastDigit.forget();
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
      if (isPicked && submitsByDigit(desk, queue)) {
        submit();
        if (desk.held) lastDigit.submitted(desk.held.item.id);
      }
      return isPicked;
    },
    onMuch: (act: DeskAct) => desk.acts.prefer(act === "pairLeft" ? "left" : "right", "much"),
  });
  return lastDigit;
}

/** With any key but those that write, the annotator has come to the next item. */
function forgetting({ forget }: LastDigit, runs: DeskRuns): DeskRuns {
  const { correction, note, ...others } = runs;
  const pressed = Object.entries(others).map(([act, run]) => [act, () => [forget(), run()]]);
  return { ...others, ...Object.fromEntries(pressed), correction, note };
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

function runsOf(hands: Hands, lastDigit: LastDigit): Omit<DeskRuns, keyof VerdictRuns> {
  const { desk, queue, panes, guidelines, call, form } = hands;
  const { choice, submit, skip, rail, yields } = hands;
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
    correction: () => {
      if (!lastDigit.goBack("correction")) form.current?.editCorrection();
    },
    diff: () => form.current?.toggleDiff(),
    note: () => {
      if (!lastDigit.goBack("note")) form.current?.focusNote();
    },
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
