import type { Value } from "#lib/annotation/agreement/rating-table.ts";
import { VERDICTS } from "#lib/contract/annotation/preference.ts";
import type { Measure } from "#lib/contract/annotation/queue-quality.ts";
import { asksForSpans, inTextOrder, isSpan, spanKey } from "#lib/contract/annotation/spans.ts";
import { isDict } from "#lib/contract/fields.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";

/** How the values of a closed field are compared. */
export type FieldScale = {
  measure: Measure;
  /** A value in the form in which it is compared: a number, or its JSON; null where it is none of the field's. */
  read(value: unknown): Value | null;
  /** The least and the greatest number, where the schema says both. */
  range?: readonly [number, number] | null;
  /** Answers rarely repeat, so that raw agreement can be measured, but not agreement beyond chance. */
  isUncounted?: boolean;
};

/** Scales of whole numbers with at most so many steps are taken for ranks. */
const MAX_RANKS = 11;

/**
 * The scale that a field's JSON Schema says, or null for an open field, of which texts and objects have no agreement worth a number:
 * - a boolean, and one choice of several: nominal;
 * - passages of a text: nominal over the whole set, and uncounted; two mark the same or they do not;
 * - several choices of a list: nominal, too, over the whole set; their order says nothing, and a set with one choice more differs;
 * - a whole number on a scale of up to 11 steps, such as 1 to 5, and a choice of numbers: ordinal, as such steps are seldom equal;
 * - any other number: interval.
 */
export function scaleOf(schema: unknown): FieldScale | null {
  if (!isDict(schema)) return null;
  if (asksForSpans(schema)) return PASSAGES;
  const choices = choicesOf(schema);
  if (choices) return choices.every((choice) => typeof choice === "number") ? ranks(choices) : oneOf(choices);
  switch (typeOf(schema)) {
    case "boolean":
      return oneOf([true, false]);
    case "integer":
      return numbers(isShort(schema) ? "ordinal" : "interval", wholeRange(schema));
    case "number":
      return numbers("interval", rangeOf(schema.minimum, schema.maximum));
    case "array": {
      const each = isDict(schema.items) ? choicesOf(schema.items) : null;
      return each ? someOf(each) : null;
    }
    default:
      return null;
  }
}

const PASSAGES: FieldScale = {
  measure: "nominal",
  isUncounted: true,
  read: (value) =>
    Array.isArray(value) && value.every(isSpan) ? JSON.stringify(inTextOrder(value).map(spanKey)) : null,
};

/** The scale of the verdict on a pair, which no spec describes. */
export const VERDICT_SCALE: FieldScale = oneOf(VERDICTS);

function numbers(measure: Measure, range: FieldScale["range"]): FieldScale {
  return {
    measure,
    range,
    read: (value) => (typeof value === "number" && Number.isFinite(value) ? value : null),
  };
}

function ranks(choices: readonly unknown[]): FieldScale {
  const known = choices.filter((choice) => typeof choice === "number");
  return {
    measure: "ordinal",
    range: rangeOf(Math.min(...known), Math.max(...known)),
    read: (value) => (typeof value === "number" && choices.includes(value) ? value : null),
  };
}

function oneOf(choices: readonly unknown[]): FieldScale {
  const known = new Set(choices.map(canonicalJson));
  return {
    measure: "nominal",
    read: (value) => (known.has(canonicalJson(value)) ? JSON.stringify(value) : null),
  };
}

function someOf(choices: readonly unknown[]): FieldScale {
  const known = new Map(choices.map((choice) => [canonicalJson(choice), JSON.stringify(choice)]));
  return {
    measure: "nominal",
    read: (value) => {
      if (!Array.isArray(value)) return null;
      const chosen = new Set(value.map(canonicalJson));
      if (![...chosen].every((one) => known.has(one))) return null;
      // In the order of the schema, so that one set is one text.
      return `[${[...known].flatMap(([key, text]) => (chosen.has(key) ? text : [])).join(",")}]`;
    },
  };
}

/** The values that `enum`, `const`s under `oneOf` or `anyOf` name, null left out; null where the schema names none. */
function choicesOf(schema: Record<string, unknown>): unknown[] | null {
  const named = Array.isArray(schema.enum)
    ? schema.enum
    : (constantsOf(schema.oneOf) ?? constantsOf(schema.anyOf));
  const choices = named?.filter((choice) => choice !== null);
  return choices && choices.length > 0 ? choices : null;
}

function constantsOf(options: unknown): unknown[] | null {
  if (!Array.isArray(options) || !options.every((option) => isDict(option) && "const" in option)) return null;
  return options.map((option) => option.const);
}

/** The one type beside null. */
function typeOf({ type }: Record<string, unknown>): unknown {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== "null");
  return types.length === 1 ? types[0] : null;
}

function isShort(schema: Record<string, unknown>): boolean {
  const range = wholeRange(schema);
  return range !== null && range[1] - range[0] < MAX_RANKS;
}

function wholeRange(schema: Record<string, unknown>): readonly [number, number] | null {
  const low = bound(schema.minimum, schema.exclusiveMinimum, 1);
  return rangeOf(low, bound(schema.maximum, schema.exclusiveMaximum, -1));
}

function rangeOf(low: unknown, high: unknown): readonly [number, number] | null {
  return typeof low === "number" && typeof high === "number" && low < high ? [low, high] : null;
}

function bound(inclusive: unknown, exclusive: unknown, step: number): number | null {
  if (typeof inclusive === "number") return inclusive;
  return typeof exclusive === "number" ? exclusive + step : null;
}
