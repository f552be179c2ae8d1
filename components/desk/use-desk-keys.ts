"use client";

import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { isTextTarget } from "#components/ui/shortcut-keys.ts";
import { useShortcuts } from "#components/ui/shortcuts.tsx";
import { answerOfDigit } from "./answers.ts";
import { setAnswer } from "./draft.ts";
import type { Desk } from "./use-desk.ts";
import { type FieldFocus, NOTE } from "./use-field-focus.ts";
import type { Guidelines } from "./use-guidelines.ts";

type DeskKeys = {
  desk: Desk;
  focus: FieldFocus;
  submit: () => void;
  guidelines: Guidelines;
  onWhole: () => void;
};

/** The keys of the desk, as `?` lists them. Nothing but sending fires while someone types. */
export function useDeskKeys(keys: DeskKeys): void {
  const run = useLatest(keys);
  const shortcuts = useMemo(
    () => [
      { keys: "mod+enter", label: "Submit and next", run: () => run("submit"), whileTyping: true },
      { keys: "1 … 9", label: "Pick an option of the active field", run: null },
      { keys: "arrowup", label: "To the field before", run: null },
      { keys: "arrowdown", label: "To the field after", run: null },
      { keys: "backspace", label: "Clear the active field", run: () => run("clear") },
      { keys: "c", label: "Write a note", run: () => run("note") },
      { keys: "s", label: "Skip", run: () => run("skip") },
      { keys: "k", label: "Back to the item before", run: () => run("back") },
      { keys: "j", label: "Forward without an answer", run: () => run("forward") },
      { keys: "z", label: "Undo the last submit or skip", run: () => run("undo") },
      { keys: "f", label: "Show or hide the whole call", run: () => run("whole") },
      { keys: "i", label: "Show or hide the guidelines", run: () => run("guidelines") },
    ],
    [run],
  );
  useShortcuts("Desk", shortcuts);
  useDigits(keys);
}

type Acts = ReturnType<typeof actsOf>;

function actsOf({ desk, focus, submit, guidelines, onWhole }: DeskKeys) {
  return {
    // Sending works while typing, yet not from behind a dialog.
    submit: () => {
      if (!isModalOpen()) submit();
    },
    clear: () => {
      if (desk.draft && focus.active) desk.edit(setAnswer(desk.draft, focus.active.ref, ""));
    },
    note: () => focus.to(NOTE),
    skip: () => desk.skip?.(),
    back: () => desk.back?.(),
    forward: () => desk.forward?.(),
    undo: () => desk.undo?.(),
    whole: onWhole,
    guidelines: () => guidelines.flip?.(),
  };
}

/** Runs an act as it is at the moment of the key press, so that the list of keys never changes. */
function useLatest(keys: DeskKeys): (act: keyof Acts) => void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  return useCallback((act) => actsOf(latest.current)[act](), []);
}

/** Digits pick an option of the active field, unless someone types or a dialog is open. */
function useDigits({ desk, focus }: DeskKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
    if (!isPlain || !/^[0-9]$/.test(event.key) || isTextTarget(event.target) || isModalOpen()) return;
    if (!desk.draft || !focus.active || desk.isGone) return;
    const answer = answerOfDigit(focus.active.input, Number(event.key));
    if (answer === null) return;
    event.preventDefault();
    desk.edit(setAnswer(desk.draft, focus.active.ref, answer));
    focus.show(focus.active.ref);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

function isModalOpen(): boolean {
  return (
    document.querySelector('[role="alertdialog"],[role="menu"],[role="listbox"],[data-modal="true"]') !== null
  );
}
