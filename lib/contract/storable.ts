import type { Fault } from "./fault.ts";

/** What PostgreSQL cannot keep in a text, nor look into in JSON. */
export const UNSTORABLE: Fault = {
  type: "value_error",
  text: "string contains a NUL or an unpaired surrogate",
};

export function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes("\u0000");
}

/** As `isStorableText`, of every text and key in a JSON value: what lies in a JSON column is taken apart by SQL. */
export function isStorableJson(value: unknown): boolean {
  return unstorablePlaces(value).next().done === true;
}

type Place = (string | number)[];

/** Where in a JSON value the texts and keys are that cannot be kept. */
export function* unstorablePlaces(value: unknown, place: Place = []): Generator<Place, undefined> {
  if (typeof value === "string") {
    if (!isStorableText(value)) yield place;
  } else if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* unstorablePlaces(inner, [...place, index]);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorableText(key)) yield [...place, key];
      else yield* unstorablePlaces(inner, [...place, key]);
    }
  }
}
