"use client";

import { useImperativeHandle, useMemo, useState } from "react";
import type { DeskFormProps } from "#components/desk/state/desk-handles.ts";
import { type Draft, setAnswer, setCorrection, setFlag, setNote } from "#components/desk/state/draft.ts";
import { nextToPick, nextUnanswered, openToPick } from "#components/desk/state/next-to-pick.ts";
import { afterPicking, optionAt } from "#components/queues/fields/field-options.ts";
import {
  type FieldPlace,
  faultyPlace,
  placesOf,
  textAt,
  withTextAt,
} from "#components/queues/fields/field-places.ts";
import { withoutLastSpan } from "#components/queues/parts/field-spans.ts";
import { CORRECTION, type Correcting } from "./correction-box.tsx";
import { type CorrectionSource, correctionSource } from "./correction-source.ts";
import { FLAG, NOTE } from "./desk-remarks.tsx";
import { useFieldFocus } from "./use-field-focus.ts";

/** The form as the desk's keys handle it, and what of it is open. */
export function useFormHandle(props: DeskFormProps) {
  const { queue, fields, fieldsAfter, item, call, draft, onDraft, ref } = props;
  const asked = useMemo(() => placesOf(fields), [fields]);
  const { displayFields } = item;
  const source = useMemo(
    () =>
      (queue.kind === "single" && call ? correctionSource(call, displayFields) : null) ?? keptSource(draft),
    [queue.kind, call, displayFields, draft],
  );
  const others = [...(source ? [CORRECTION] : []), NOTE, FLAG];
  const focus = useFieldFocus([...asked.map(({ place }) => place), ...others]);
  const correcting = useCorrecting({ source, draft, onDraft, focus });
  const active = asked.find(({ place }) => place === focus.active);
  const given = (at: string) => draft.answers[at]?.text ?? "";
  const enter = ({ ref: at, path }: FieldPlace, text: string): Draft => {
    const said = setAnswer(draft, at, withTextAt(given(at), path, text));
    onDraft(said);
    return said;
  };
  useImperativeHandle(ref, () => ({
    focusField: (index) => {
      const field = fields[index];
      const place = field ? asked.find((one) => one.ref === field.ref)?.place : others[index - fields.length];
      if (place !== undefined) focus.to(place);
    },
    moveField: focus.step,
    pickOption: (position, movesOn) => {
      const meant = active ?? openToPick(asked, standingOf(draft, queue));
      if (!meant) return false;
      const text = afterPicking(meant.input, textAt(given(meant.ref), meant.path), position);
      if (text === null) return false;
      const said = enter(meant, text);
      // What was taken back is answered again there.
      const goesOn = movesOn && text !== "";
      const next = goesOn
        ? nextToPick(placesOf(fieldsAfter(said)), meant, standingOf(said, queue))
        : undefined;
      if (next) focus.to(next.place);
      else focus.to(meant.place, optionAt(meant.input, position)?.value);
      return true;
    },
    goOn: () => {
      const next = active && nextUnanswered(asked, active, standingOf(draft, queue));
      if (next) focus.to(next.place);
      return next !== undefined;
    },
    clearField: () => {
      if (active?.input.kind === "spans") enter(active, withoutLastSpan(given(active.ref)));
      else if (active) enter(active, "");
      else if (focus.active === CORRECTION) correcting.discard();
      else if (focus.active === NOTE) onDraft(setNote(draft, ""));
    },
    editCorrection: correcting.edit,
    toggleDiff: correcting.flipDiff,
    focusNote: () => focus.to(NOTE),
    toggleFlag: () => onDraft(setFlag(draft, { ...draft.flag, isFlagged: !draft.flag.isFlagged })),
    focusProblem: (place) => focus.to(faultyPlace(asked, place, given(place))?.place ?? place),
    takeFocus: focus.toForm,
    start: focus.toStart,
  }));
  return { focus, source, correcting, active };
}

/** Which places of the form hold something, and which must before it can be sent. */
function standingOf({ answers }: Draft, { requiredRefs }: DeskFormProps["queue"]) {
  const isGiven = ({ ref, path }: FieldPlace) => textAt(answers[ref]?.text ?? "", path) !== "";
  const mustBeWritten = (place: FieldPlace) => requiredRefs.includes(place.ref) && !isGiven(place);
  return { isGiven, mustBeWritten };
}

/** A correction that was kept is shown also while its call loads, or where its text is not found any more. */
function keptSource({ correction }: Draft): CorrectionSource | null {
  return correction && { path: correction.path, text: "" };
}

type CorrectingSeat = Pick<DeskFormProps, "draft" | "onDraft"> & {
  source: CorrectionSource | null;
  focus: ReturnType<typeof useFieldFocus>;
};

function useCorrecting({ source, draft, onDraft, focus }: CorrectingSeat): Correcting {
  const [isEditing, setEditing] = useState(false);
  const [isDiff, setDiff] = useState(false);
  return {
    isOpen: isEditing || draft.correction !== null,
    isDiff,
    flipDiff: () => setDiff(!isDiff),
    edit: () => {
      if (!source) return;
      setEditing(true);
      // Its text is there only after the next render.
      requestAnimationFrame(() => focus.to(CORRECTION));
    },
    write: (text) => {
      if (source) onDraft(setCorrection(draft, text === source.text ? null : { path: source.path, text }));
    },
    discard: () => {
      setEditing(false);
      onDraft(setCorrection(draft, null));
    },
  };
}
