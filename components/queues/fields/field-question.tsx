import type { ReactNode } from "react";
import type { AnnotationField, FieldInput } from "#components/queues/parts/annotation-field.ts";

/** One question of a form, whether a field or a part of one. */
export type Question = {
  place: string;
  /** As it is counted on the form: `2`, or `2.1` for a part. */
  number: string;
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
  /** What is wrong, once that has to be said whatever was touched. */
  problem: string | null;
};

/** How a field is asked as the `number`th of a form. */
export function questionOf(field: AnnotationField, number: number, isRequired: boolean): Question {
  const { ref, name, description, input } = field;
  return { place: ref, number: String(number), label: name, help: description, isRequired, input };
}

export type LeafProps = Omit<FieldControlProps, "activePlace"> & { isActive: boolean };

/** The number counts for the eye; screen readers count by themselves. */
export function QuestionLabel({ number, label }: { number: string; label: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="mr-1.5 font-normal text-faint">
        {number}
      </span>
      {label}
    </>
  );
}
