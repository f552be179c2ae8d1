"use client";

import { useEffect, useEffectEvent, useMemo } from "react";
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
      { keys: "arrowup", label: "To the field before", run: () => run("fieldBefore") },
      { keys: "arrowdown", label: "To the field after", run: () => run("fieldAfter") },
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
  useDigits((digit) => pick(keys, digit));
}

type Act =
  | "submit"
  | "fieldBefore"
  | "fieldAfter"
  | "clear"
  | "note"
  | "skip"
  | "back"
  | "forward"
  | "undo"
  | "whole"
  | "guidelines";

function actsOf({ desk, focus, submit, guidelines, onWhole }: DeskKeys): { [A in Act]: () => void } {
  return {
    submit,
    fieldBefore: () => focus.step(-1),
    fieldAfter: () => focus.step(1),
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
