import type { AnnotationField } from "#components/queues/annotation-field.ts";
import { type FeedbackItem, type FeedbackRow, MOST_NOTE_CHARACTERS } from "#lib/contract/feedback.ts";
import { answerText, readAnswer } from "./answers.ts";
import { newId } from "./new-id.ts";

/** One part of what an annotator says. The id is that of its feedback, so that sending it twice stores it once. */
type Entry = { text: string; id: string; isStored: boolean };

/** What an annotator has said about one item and is still free to change. */
export type Draft = {
  /** By the reference of the field. */
  answers: { readonly [ref: string]: Entry };
  note: Entry;
  /** `text` is the emoji. */
  reactions: readonly Entry[];
  /** Feedback that this draft replaces; it goes when the draft is sent. */
  replaced: readonly string[];
  /** Whether it has been sent before: then its ids may be stored, whatever was answered. */
  isAttempted: boolean;
  /** Whether it holds what the server does not know. */
  isDirty: boolean;
};

export const NOTE_TYPE = "wandb.note.1";
export const REACTION_TYPE = "wandb.reaction.1";

export function emptyDraft(): Draft {
  return {
    answers: {},
    note: entry(""),
    reactions: [],
    replaced: [],
    isAttempted: false,
    isDirty: false,
  };
}

export function setAnswer(draft: Draft, ref: string, text: string): Draft {
  const before = draft.answers[ref];
  if ((before?.text ?? "") === text) return draft;
  return { ...changed(draft, before), answers: { ...draft.answers, [ref]: entry(text) } };
}

export function setNote(draft: Draft, text: string): Draft {
  return { ...changed(draft, draft.note), note: entry(text) };
}

/** Gives a reaction, or takes it back. */
export function flipReaction(draft: Draft, emoji: string): Draft {
  const given = draft.reactions.find(({ text }) => text === emoji);
  if (!given) return { ...changed(draft, undefined), reactions: [...draft.reactions, entry(emoji)] };
  return { ...changed(draft, given), reactions: draft.reactions.filter((one) => one !== given) };
}

/** Feedback is never edited: what may be stored under the old id is replaced by feedback with a new one. */
function changed(draft: Draft, before: Entry | undefined): Draft {
  const isKnown = before && before.text !== "" && (before.isStored || draft.isAttempted);
  return { ...draft, isDirty: true, replaced: isKnown ? [...draft.replaced, before.id] : draft.replaced };
}

function entry(text: string): Entry {
  return { text, id: newId(), isStored: false };
}

export type DraftProblems = { fields: { readonly [ref: string]: string }; note: string | null };

/** What has to be put right before a draft can be sent. */
export function problemsOf(draft: Draft, fields: readonly AnnotationField[]): DraftProblems {
  const wrong = fields.flatMap(({ ref, input }) => {
    const reading = readAnswer(input, draft.answers[ref]?.text ?? "");
    return reading.state === "wrong" ? [[ref, reading.problem] as const] : [];
  });
  const over = [...draft.note.text.trim()].length - MOST_NOTE_CHARACTERS;
  return {
    fields: Object.fromEntries(wrong),
    note: over > 0 ? `The note is ${over} ${over === 1 ? "character" : "characters"} too long.` : null,
  };
}

export function hasProblems({ fields, note }: DraftProblems): boolean {
  return note !== null || Object.keys(fields).length > 0;
}

/** Whether at least one of the fields has an answer. */
export function hasAnswer(draft: Draft, fields: readonly AnnotationField[]): boolean {
  return fields.some(({ ref }) => (draft.answers[ref]?.text ?? "").trim() !== "");
}

/** What every piece of feedback of a draft has in common. */
export type About = { projectId: string; weaveRef: string; queueId: string; creator: string };

/** The feedback that a draft stands for and that is not stored yet; the draft must be free of problems. */
export function feedbackOf(draft: Draft, fields: readonly AnnotationField[], about: About): FeedbackItem[] {
  const answers = fields.flatMap(({ ref, objectId, input }): FeedbackItem[] => {
    const given = draft.answers[ref];
    const reading = readAnswer(input, given?.text ?? "");
    if (!given || given.isStored || reading.state !== "valid") return [];
    const payload = { value: reading.value };
    return [
      {
        ...about,
        id: given.id,
        feedbackType: `wandb.annotation.${objectId}`,
        annotationRef: ref,
        payload,
      },
    ];
  });
  const note = draft.note.text.trim();
  const notes: FeedbackItem[] =
    note === "" || draft.note.isStored
      ? []
      : [{ ...about, id: draft.note.id, feedbackType: NOTE_TYPE, payload: { note } }];
  const reactions = draft.reactions
    .filter(({ isStored }) => !isStored)
    .map(({ id, text }) => ({ ...about, id, feedbackType: REACTION_TYPE, payload: { emoji: text } }));
  return [...answers, ...notes, ...reactions];
}

/** The draft once the server has it. */
export function asStored(draft: Draft): Draft {
  const stored = (one: Entry) => ({ ...one, isStored: true });
  return {
    answers: mapValues(draft.answers, stored),
    note: stored(draft.note),
    reactions: draft.reactions.map(stored),
    replaced: [],
    isAttempted: false,
    isDirty: false,
  };
}

/** The same answers with ids of their own, to be sent in place of those that are taken back. */
export function reissued(draft: Draft): Draft {
  return {
    answers: mapValues(draft.answers, ({ text }) => entry(text)),
    note: entry(draft.note.text),
    reactions: draft.reactions.map(({ text }) => entry(text)),
    replaced: [...draft.replaced, ...idsOf(draft)],
    isAttempted: false,
    isDirty: true,
  };
}

/** The ids of everything that a draft says. */
export function idsOf(draft: Draft): string[] {
  return saidIn(draft).map(({ id }) => id);
}

/** Whether the server may have something that a draft says. */
export function mayBeStored(draft: Draft): boolean {
  return saidIn(draft).some(({ isStored }) => isStored || draft.isAttempted);
}

function saidIn({ answers, note, reactions }: Draft): Entry[] {
  return [...Object.values(answers), note, ...reactions].filter(({ text }) => text.trim() !== "");
}

/** The draft that shows feedback which is stored, oldest first; of several answers to a field the newest counts. */
export function draftOf(rows: readonly FeedbackRow[], fields: readonly AnnotationField[]): Draft {
  const inputs = new Map(fields.map(({ ref, input }) => [ref, input]));
  let draft = emptyDraft();
  for (const row of rows) {
    const { note, emoji, value } = row.payload;
    const stored = (text: string): Entry => ({ text, id: row.id, isStored: true });
    const input = row.annotation_ref === null ? undefined : inputs.get(row.annotation_ref);
    if (row.feedback_type === REACTION_TYPE && typeof emoji === "string")
      draft = { ...draft, reactions: [...draft.reactions, stored(emoji)] };
    else if (row.feedback_type === NOTE_TYPE && typeof note === "string")
      draft = { ...changed(draft, draft.note), note: stored(note) };
    else if (input && row.annotation_ref !== null) {
      const answers = { ...draft.answers, [row.annotation_ref]: stored(answerText(input, value)) };
      draft = { ...changed(draft, draft.answers[row.annotation_ref]), answers };
    }
  }
  return { ...draft, isDirty: false };
}

function mapValues(answers: Draft["answers"], change: (one: Entry) => Entry): { [ref: string]: Entry } {
  return Object.fromEntries(Object.entries(answers).map(([ref, one]) => [ref, change(one)]));
}
