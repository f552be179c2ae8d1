import type { AnnotationField, FieldInput } from "#components/queues/parts/annotation-field.ts";
import { partText, readAnswer, withPart } from "./field-answer.ts";

/** Something on a form that can have the focus by itself: a field, or one part of a field that asks for an object. */
export type FieldPlace = {
  /** Unique on the form: the field's reference, followed by the names of its parts. */
  place: string;
  ref: string;
  /** Names of the parts from the outside in; empty for a field that has none. */
  path: readonly string[];
  input: FieldInput;
};

/** The places of a form from top to bottom. */
export function placesOf(fields: readonly Pick<AnnotationField, "ref" | "input">[]): FieldPlace[] {
  return fields.flatMap(({ ref, input }) => leavesOf({ place: ref, ref, path: [], input }));
}

function leavesOf(place: FieldPlace): FieldPlace[] {
  const { ref, path, input } = place;
  if (input.kind !== "group") return [place];
  return input.parts.flatMap((part) =>
    leavesOf({
      place: partPlace(place.place, part.name),
      ref,
      path: [...path, part.name],
      input: part.input,
    }),
  );
}

export function partPlace(place: string, name: string): string {
  return `${place}#${name}`;
}

/** What is entered at a place, in the text of its field. */
export function textAt(text: string, path: readonly string[]): string {
  return path.reduce(partText, text);
}

/** The text of a field once `said` was entered at a place of it. */
export function withTextAt(text: string, path: readonly string[], said: string): string {
  const [name, ...rest] = path;
  return name === undefined ? said : withPart(text, name, withTextAt(partText(text, name), rest, said));
}

/** The place that has to be put right for a field: the first whose text is wrong, else its first that holds nothing. */
export function faultyPlace(places: readonly FieldPlace[], ref: string, text: string): FieldPlace | null {
  const own = places.filter((place) => place.ref === ref);
  const readings = own.map(({ input, path }) => readAnswer(input, textAt(text, path)).state);
  return own[readings.indexOf("wrong")] ?? own[readings.indexOf("empty")] ?? own[0] ?? null;
}
