import type { Ref } from "react";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { AnswerSuggestion } from "#lib/contract/annotation/queue-work.ts";
import type { Queue, QueueItem } from "#lib/contract/annotation/queues.ts";
import type { Span } from "#lib/contract/annotation/spans.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import type { Draft } from "./draft.ts";

/** What the keys of the desk ask of the panel that shows the call. */
export type CallHandle = {
  /** Markdown, tree, raw. */
  cycleView(): void;
  find(): void;
  nextToolCall(): void;
  nextError(): void;
  /** The conversation around the judged message. */
  toggleThread(): void;
  /** All that was recorded, and back to the shown fields. */
  toggleWhole(): void;
  /** To a passage that is marked. */
  showPassage(span: Span): void;
  /** Gives the judged text a caret, by which passages are selected. */
  markByKeys(): void;
};

/** What the keys of the desk ask of the form. */
export type FormHandle = {
  /** From 0. Fields after the last one are the correction and the note, in the order shown. */
  focusField(index: number): void;
  /** To the field before (-1) or after (1) the focused one. */
  moveField(step: -1 | 1): void;
  /**
   * Picks option 1 to 20 of the focused field, and may continue to the next one; false where it has no such option. Where the correction or
   * a remark has the focus, the first open field is meant.
   */
  pickOption(position: number, movesOn: boolean): boolean;
  /** From a question that takes several answers to the next that has none; false where there is none, or from others. */
  goOn(): boolean;
  clearField(): void;
  editCorrection(): void;
  toggleDiff(): void;
  focusNote(): void;
  toggleFlag(): void;
  /** Scrolls to what has to be put right and gives it the focus; a place is a key of `Problems`. */
  focusProblem(place: string): void;
  /** Takes the focus; the keys act on the field that they acted on last. */
  takeFocus(): void;
  /** A new item begins: at the first field, without opening the keyboard of a phone. */
  start(): void;
};

/** What has to be put right, by place: the reference of a field, `note`, `correction`, `flag` or `preference`. */
export type Problems = { readonly [place: string]: string };

/** What the desk needs to know of an item; a reservation and a list both give it. */
export type DeskItem = Pick<
  QueueItem,
  | "id"
  | "awaited"
  | "callId"
  | "pairCallId"
  | "callOpName"
  | "callStartedAt"
  | "isCallUndated"
  | "displayFields"
  | "myAnnotationState"
  | "positionInQueue"
>;

/** The call of an item; pairs have two of these side by side. */
export type DeskCallProps = {
  item: DeskItem;
  queue: Queue;
  /** The call to show, which is that of the item or the other of its pair. */
  callId: string;
  /** The name of the panel where there are two: `Left`. */
  label?: string;
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
  ref?: Ref<CallHandle>;
};

/** The fields of an item. The desk around it has guidelines' switch, buttons, notices and the sheet of a phone. */
export type DeskFormProps = {
  queue: Queue;
  fields: readonly AnnotationField[];
  /** What `fields` will be once the draft says that: an answer may bring questions, or take them away. */
  fieldsAfter: (draft: Draft) => readonly AnnotationField[];
  /** Fields that stand answered while others are asked again; empty else. */
  kept: readonly AnnotationField[];
  onOpenKept: () => void;
  item: DeskItem;
  /** The judged call, for the text that a correction begins with; undefined while it loads, null where it is gone. */
  call: Call | null | undefined;
  /** What is suggested; empty where nothing is. */
  suggestions: readonly AnswerSuggestion[];
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Shown at their places; null before anybody has tried to submit. */
  problems: Problems | null;
  hasGuidelines: boolean;
  ref?: Ref<FormHandle>;
};
