import { v4 as uuid } from "uuid";
import { answerText, readAnswer, requiredText } from "#components/queues/fields/field-answer.ts";
import { type AnnotationField, fieldOfVersion } from "#components/queues/parts/annotation-field.ts";
import { passagesText } from "#components/queues/parts/field-spans.ts";
import {
  CORRECTION_TYPE,
  PREFERENCE_TYPE,
  type Preference,
  STRENGTHS,
  VERDICTS,
} from "#lib/contract/annotation/preference.ts";
import type { OwnWork } from "#lib/contract/annotation/queue-work.ts";
import { isSpan } from "#lib/contract/annotation/spans.ts";
import { type FeedbackItem, type FeedbackRow, MAX_NOTE_CHARACTERS } from "#lib/contract/traces/feedback.ts";

/** One part of what an annotator says. The id is that of its feedback, so that sending it twice stores it once. */
export type Entry = {
  text: string;
  id: string;
  isStored: boolean;
  /** Filled in by the queue's rule, and not touched yet. */
  isDefault?: boolean;
};
export type Judgement = Pick<Preference, "verdict" | "strength">;

/** What an annotator has said about one item and is still free to change; plain JSON. */
export type Draft = {
  /** By the reference of the field. */
  answers: { readonly [ref: string]: Entry };
  note: Entry;
  /** `text` is the emoji. */
  reactions: readonly Entry[];
  /** The annotator's own version of a text of the call, which stands at `path`; null where there is none. */
  correction: (Entry & { path: string }) | null;
  /** Which of two calls is better; `text` is not used. */
  preference: (Entry & Judgement) | null;
  /** What was answered, in words, to fields that have changed and are asked again; by their references. */
  earlier: { readonly [ref: string]: string };
  /** Asks a lead to look. It is no feedback: the item carries it. */
  flag: { isFlagged: boolean; note: string };
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
    correction: null,
    preference: null,
    earlier: {},
    flag: { isFlagged: false, note: "" },
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
  if (draft.note.text === text) return draft;
  return { ...changed(draft, draft.note), note: entry(text) };
}

/** Gives a reaction, or takes it back. */
export function flipReaction(draft: Draft, emoji: string): Draft {
  const given = draft.reactions.find(({ text }) => text === emoji);
  if (!given) return { ...changed(draft, undefined), reactions: [...draft.reactions, entry(emoji)] };
  return { ...changed(draft, given), reactions: draft.reactions.filter((one) => one !== given) };
}

/** Null discards the correction. */
export function setCorrection(draft: Draft, correction: { path: string; text: string } | null): Draft {
  const { correction: before } = draft;
  if (before?.text === correction?.text && before?.path === correction?.path) return draft;
  const made = correction && { ...entry(correction.text), path: correction.path };
  return { ...changed(draft, before ?? undefined), correction: made };
}

export function setPreference(draft: Draft, judgement: Judgement): Draft {
  const { preference: before } = draft;
  const { verdict, strength } = judgement;
  if (before?.verdict === verdict && before.strength === strength) return draft;
  const made = { ...entry(verdict), verdict, strength };
  return { ...changed(draft, before ?? undefined), preference: made };
}

export function setFlag(draft: Draft, flag: Draft["flag"]): Draft {
  return { ...draft, flag, isDirty: true };
}

/** Feedback is never edited: what may be stored under the old id is replaced by feedback with a new one. */
function changed(draft: Draft, before: Entry | undefined): Draft {
  const isKnown = before && before.text !== "" && (before.isStored || draft.isAttempted);
  return { ...draft, isDirty: true, replaced: isKnown ? [...draft.replaced, before.id] : draft.replaced };
}

function entry(text: string): Entry {
  return { text, id: uuid(), isStored: false };
}

/** What has to be put right before a draft can be sent, by its place and in the order of the form. */
export function problemsOf(
  draft: Draft,
  fields: readonly AnnotationField[],
  requiredRefs: readonly string[],
): { readonly [place: string]: string } {
  const problems = fields.flatMap(({ ref, input }): [string, string][] => {
    const reading = readAnswer(input, draft.answers[ref]?.text ?? "");
    if (reading.state === "wrong") return [[ref, reading.problem]];
    return reading.state === "empty" && requiredRefs.includes(ref) ? [[ref, requiredText(input)]] : [];
  });
  const { note, correction, flag } = draft;
  if (correction && correction.text.trim() === "")
    problems.push(["correction", "Write the better answer, or discard the correction."]);
  const over = [...note.text.trim()].length - MAX_NOTE_CHARACTERS;
  if (over > 0) problems.push(["note", tooLong("note", over)]);
  const flagOver = [...flag.note].length - MAX_NOTE_CHARACTERS;
  if (flagOver > 0) problems.push(["flag", tooLong("message to the lead", flagOver)]);
  return Object.fromEntries(problems);
}

function tooLong(what: string, over: number): string {
  return `The ${what} is ${over} ${over === 1 ? "character" : "characters"} too long.`;
}

/** What every piece of feedback of a draft has in common. `pairRef` is the second call of a pair. */
export type About = {
  projectId: string;
  weaveRef: string;
  pairRef: string | null;
  queueId: string;
  creator: string;
};

/** The feedback that a draft stands for and that is not stored yet, and what it replaces; the draft must be free of problems. */
export function feedbackOf(
  draft: Draft,
  fields: readonly AnnotationField[],
  { pairRef, ...about }: About,
): { feedback: FeedbackItem[]; replaced: readonly string[] } {
  const { note, reactions, correction, preference } = draft;
  const feedback: FeedbackItem[] = [];
  const say = (one: Entry | null, said: Pick<FeedbackItem, "feedbackType" | "payload" | "annotationRef">) => {
    if (one && !one.isStored && one.text.trim() !== "") feedback.push({ ...about, id: one.id, ...said });
  };
  for (const { ref, objectId, input } of fields) {
    const given = draft.answers[ref] ?? null;
    const reading = readAnswer(input, given?.text ?? "");
    if (reading.state !== "valid") continue;
    const feedbackType = `wandb.annotation.${objectId}`;
    say(given, { feedbackType, annotationRef: ref, payload: { value: reading.value } });
  }
  if (correction)
    say(correction, {
      feedbackType: CORRECTION_TYPE,
      payload: { path: correction.path, text: correction.text },
    });
  say(note, { feedbackType: NOTE_TYPE, payload: { note: note.text.trim() } });
  for (const one of reactions) say(one, { feedbackType: REACTION_TYPE, payload: { emoji: one.text } });
  if (preference && pairRef !== null) {
    const { verdict, strength } = preference;
    say(preference, { feedbackType: PREFERENCE_TYPE, payload: { verdict, strength, second_ref: pairRef } });
  }
  return { feedback, replaced: draft.replaced };
}

/** The draft once the server has it. */
export function asStored(draft: Draft): Draft {
  const stored = <E extends Entry>(one: E): E => ({ ...one, isStored: true });
  return { ...eachEntry(draft, stored), replaced: [], isAttempted: false, isDirty: false };
}

/** The same answers, all of them as still to be sent. */
export function asUnsent(draft: Draft): Draft {
  return eachEntry(draft, (one) => ({ ...one, isStored: false }));
}

/** The same answers with ids of their own, to be sent in place of those that are taken back. */
export function reissued(draft: Draft): Draft {
  const renewed = <E extends Entry>(one: E): E => ({ ...one, id: uuid(), isStored: false });
  const replaced = [...draft.replaced, ...idsOf(draft)];
  return { ...eachEntry(draft, renewed), replaced, isAttempted: false, isDirty: true };
}

/** What is said here in place of everything that the server has, which is `theirs`. */
export function takenOver(draft: Draft, theirs: Draft): Draft {
  const { replaced, ...mine } = reissued(draft);
  return { ...mine, replaced: [...new Set([...replaced, ...theirs.replaced, ...idsOf(theirs)])] };
}

function eachEntry(draft: Draft, change: <E extends Entry>(one: E) => E): Draft {
  const answers = Object.entries(draft.answers).map(([ref, one]) => [ref, change(one)] as const);
  return {
    ...draft,
    answers: Object.fromEntries(answers),
    note: change(draft.note),
    reactions: draft.reactions.map((one) => change(one)),
    correction: draft.correction && change(draft.correction),
    preference: draft.preference && change(draft.preference),
  };
}

/** The ids of everything that a draft says. */
export function idsOf(draft: Draft): string[] {
  return entriesOf(draft).map(({ id }) => id);
}

/** Whether the server may have something that a draft says. */
export function mayBeStored(draft: Draft): boolean {
  return entriesOf(draft).some(({ isStored }) => isStored || draft.isAttempted);
}

function entriesOf({ answers, note, reactions, correction, preference }: Draft): Entry[] {
  const all = [...Object.values(answers), note, ...reactions, correction, preference];
  return all.filter((one) => one !== null).filter(({ text }) => text.trim() !== "");
}

/** The draft that shows feedback which is stored, oldest first; of several answers to a field the newest counts. */
export function draftFrom(
  rows: readonly FeedbackRow[],
  own: Pick<OwnWork, "isFlagged" | "flagNote" | "askedAgain">,
  fields: readonly AnnotationField[],
): Draft {
  const flag = { isFlagged: own.isFlagged, note: own.flagNote };
  const asking = { fields, askedAgain: own.askedAgain };
  const draft = rows.reduce((before, row) => withRow(before, row, asking), { ...emptyDraft(), flag });
  return { ...draft, isDirty: false };
}

type Asking = { fields: readonly AnnotationField[]; askedAgain: readonly string[] };

function withRow(draft: Draft, row: FeedbackRow, { fields, askedAgain }: Asking): Draft {
  const { feedback_type: type, annotation_ref: ref, payload, id } = row;
  const { note, emoji, value, path, text, verdict, strength = null } = payload;
  const stored = (said: string): Entry => ({ text: said, id, isStored: true });
  if (type === REACTION_TYPE && typeof emoji === "string")
    return { ...draft, reactions: [...draft.reactions, stored(emoji)] };
  if (type === NOTE_TYPE && typeof note === "string")
    return { ...changed(draft, draft.note), note: stored(note) };
  if (type === CORRECTION_TYPE && typeof path === "string" && typeof text === "string")
    return { ...changed(draft, draft.correction ?? undefined), correction: { ...stored(text), path } };
  if (type === PREFERENCE_TYPE && isVerdict(verdict) && isStrength(strength)) {
    const preference = { ...stored(verdict), verdict, strength };
    return { ...changed(draft, draft.preference ?? undefined), preference };
  }
  const field = fieldOfVersion(fields, ref);
  if (!field) return draft;
  // It is open again: what was answered before is only shown, and goes with the new answer.
  if (askedAgain.includes(field.ref))
    return {
      ...draft,
      earlier: { ...draft.earlier, [field.ref]: plain(value) },
      replaced: [...draft.replaced, id],
    };
  const answers = { ...draft.answers, [field.ref]: stored(answerText(field.input, value)) };
  return { ...changed(draft, draft.answers[field.ref]), answers };
}

export function isVerdict(value: unknown): value is Judgement["verdict"] {
  return VERDICTS.some((known) => known === value);
}

export function isStrength(value: unknown): value is Judgement["strength"] {
  return value === null || STRENGTHS.some((known) => known === value);
}

const PREFERENCE_WORDS: { [V in Judgement["verdict"]]: string } = {
  first: "The first is better",
  second: "The second is better",
  tie: "Both are equally good",
  both_bad: "Both are bad",
};

/** Everything that a draft says, as texts to compare: one for each place of the form that holds something. */
export function saidIn(
  draft: Draft,
  fields: readonly AnnotationField[],
): { place: string; label: string; text: string }[] {
  const { note, reactions, correction, preference, flag } = draft;
  const answers = fields.map(({ ref, name, input }) => {
    const reading = readAnswer(input, draft.answers[ref]?.text ?? "");
    const text = reading.state === "valid" ? plain(reading.value) : (draft.answers[ref]?.text ?? "");
    return { place: ref, label: name, text };
  });
  const judged = preference ? PREFERENCE_WORDS[preference.verdict] : "";
  const others = [
    {
      place: "preference",
      label: "Comparison",
      text: preference?.strength === "much" ? `${judged}, much` : judged,
    },
    { place: "correction", label: "Better answer", text: correction?.text ?? "" },
    { place: "note", label: "Note", text: note.text.trim() },
    { place: "reactions", label: "Reactions", text: reactions.map(({ text }) => text).join(" ") },
    { place: "flag", label: "Flag for the lead", text: flag.isFlagged ? flag.note || "Flagged" : "" },
  ];
  return [...answers, ...others].filter(({ text }) => text !== "");
}

function plain(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value) && value.length > 0 && value.every(isSpan)) return passagesText(value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return value.join(", ") || "None";
  return JSON.stringify(value, null, 2);
}

/** A draft that was kept as JSON; null where it is none, such as one of another version of this page. */
export function readDraft(value: unknown): Draft | null {
  if (!isRecord(value)) return null;
  const { answers, note, reactions, correction, preference, flag, replaced } = value;
  const isWhole =
    isRecord(answers) &&
    Object.values(answers).every(isEntry) &&
    isEntry(note) &&
    Array.isArray(reactions) &&
    reactions.every(isEntry) &&
    (correction === null || (isEntry(correction) && typeof Reflect.get(correction, "path") === "string")) &&
    (preference === null || isKeptPreference(preference)) &&
    isRecord(flag) &&
    typeof flag.isFlagged === "boolean" &&
    typeof flag.note === "string" &&
    Array.isArray(replaced) &&
    replaced.every((id) => typeof id === "string") &&
    typeof value.isAttempted === "boolean" &&
    typeof value.isDirty === "boolean";
  return isWhole ? asDraft(value) : null;
}

function isKeptPreference(value: unknown): boolean {
  return (
    isEntry(value) && isVerdict(Reflect.get(value, "verdict")) && isStrength(Reflect.get(value, "strength"))
  );
}

function isEntry(value: unknown): value is Entry {
  return (
    isRecord(value) &&
    typeof value.id === "string" &&
    typeof value.text === "string" &&
    typeof value.isStored === "boolean"
  );
}

/** Each part was looked at by the caller. */
function asDraft(value: Record<string, unknown>): Draft {
  return { earlier: {}, ...value } as Draft;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
