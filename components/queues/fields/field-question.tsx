import type { AnnotationField, FieldInput } from "#components/queues/parts/annotation-field.ts";

/** One question of a form, whether a field or a part of one. */
export type Question = {
  place: string;
  label: string;
  help: string;
  isRequired: boolean;
  input: FieldInput;
};

export type FieldControlProps = {
  question: Question;
  text: string;
  onChange: (text: string) => void;
  /** The place that the keys act on. */
  activePlace: string | null;
  /** What a model of the answers so far would say; nobody has said it. */
  offered?: { text: string; percent: number } | null;
  /** What is wrong, once that has to be said whatever was touched. */
  problem: string | null;
};

/** How a field is asked. Questions are not counted: every digit of a form is a key. */
export function questionOf(field: AnnotationField, isRequired: boolean): Question {
  const { ref, name, description, input } = field;
  return { place: ref, label: name, help: description, isRequired, input };
}

export type LeafProps = Omit<FieldControlProps, "activePlace"> & { isActive: boolean };
