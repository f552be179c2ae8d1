import {
  allAfter,
  beginning,
  number,
  oneOf,
  reading,
  type State,
  spaces,
  stringBody,
} from "./byte-states.internal.ts";
import type { ArrayForm, Form, ObjectForm, Property, SchemaNode } from "./schema-node.internal.ts";
import { noWord, oneWord } from "./words.internal.ts";

/** Space, then a value of the node, of at most `levels` levels of objects and arrays. The node's height must not be more. */
export function value(node: SchemaNode, levels: number, then: State): State {
  return beginning(node, then, (after) => {
    let ways: State[] | null = null;
    const next = (byte: number) => {
      ways ??= node.alternatives
        .filter(({ height }) => height <= levels)
        .map((form) => formState(form, levels, after));
      return allAfter(ways, byte);
    };
    return spaces(reading(next));
  });
}

function formState(form: Form, levels: number, then: State): State {
  switch (form.kind) {
    case "words":
      return oneWord(form.words, () => then);
    case "string":
      return oneOf({ '"': [stringBody(then)] });
    case "number":
      return number(form.hasFraction, then);
    case "array":
      return oneOf({ "[": firstItem({ form, levels: levels - 1, then }) });
    case "object":
      return oneOf({ "{": [spaces(firstKey({ form, levels: levels - 1, then }))] });
    default:
      return form satisfies never;
  }
}

/** An array or object being read; `levels` is what its members may have. */
type Within<F> = { readonly form: F; readonly levels: number; readonly then: State };

function firstItem(array: Within<ArrayForm>): readonly State[] {
  const end = array.form.minItems === 0 ? [spaces(oneOf({ "]": [array.then] }))] : [];
  return [...end, ...itemAfter(array, 0)];
}

/** The item after `count` others; no states if the array may not have another. */
function itemAfter(array: Within<ArrayForm>, count: number): readonly State[] {
  const { form, levels, then } = array;
  if (count >= form.maxItems || form.items.height > levels) return [];
  const after = reading((byte) => {
    if (byte === COMMA) return itemAfter(array, count + 1);
    return byte === CLOSING_BRACKET && count + 1 >= form.minItems ? [then] : [];
  });
  return [value(form.items, levels, spaces(after))];
}

function firstKey(object: Within<ObjectForm>): State {
  return oneOf({ '"': keyStates(object, NONE), "}": endOf(object, NONE) });
}

/** A member's key after its opening quote, excluding the keys already `seen`. */
function keyStates(object: Within<ObjectForm>, seen: ReadonlySet<Property>): readonly State[] {
  const { levels } = object;
  const { properties, additional } = object.form;
  const listed = properties.filter((property) => !seen.has(property) && property.node.height <= levels);
  const states: State[] = [];
  if (listed.length > 0) states.push(listedKey(object, listed, seen));
  if (additional && additional.height <= levels) {
    const spellings = properties.map(({ spelling }) => spelling);
    states.push(noWord(spellings, stringBody(member(object, additional, seen)), KEY_SIGNS));
  }
  return states;
}

function listedKey(
  object: Within<ObjectForm>,
  listed: readonly Property[],
  seen: ReadonlySet<Property>,
): State {
  const then = (index: number) => {
    const property = listed[index];
    if (!property) throw new Error(`There is no property ${index}`);
    return member(object, property.node, new Set(seen).add(property));
  };
  return oneWord(
    listed.map(({ spelling }) => spelling),
    then,
  );
}

/** A colon, a value, and then a comma or the closing brace. */
function member(object: Within<ObjectForm>, node: SchemaNode, seen: ReadonlySet<Property>): State {
  const after = reading((byte) => {
    if (byte === CLOSING_BRACE) return endOf(object, seen);
    if (byte !== COMMA) return [];
    const next = keyStates(object, seen);
    return next.length > 0 ? [spaces(oneOf({ '"': next }))] : [];
  });
  return spaces(oneOf({ ":": [value(node, object.levels, spaces(after))] }));
}

/** The state after the closing brace; none while a required key is missing. */
function endOf({ form, then }: Within<ObjectForm>, seen: ReadonlySet<Property>): readonly State[] {
  return form.required.every((property) => seen.has(property)) ? [then] : [];
}

const NONE: ReadonlySet<Property> = new Set();
const KEY_SIGNS = { escape: 0x5c, last: 0x22 };
const [COMMA, CLOSING_BRACKET, CLOSING_BRACE] = [0x2c, 0x5d, 0x7d];
