import {
  allAfter,
  beginning,
  number,
  oneOf,
  reading,
  type State,
  spaces,
  stringBody,
} from "./bytes/byte-states.internal.ts";
import { noWord, oneWord, type Words } from "./bytes/words.internal.ts";
import { distinctText } from "./distinct-text.internal.ts";
import { ruledNumber } from "./numbers/number-states.internal.ts";
import { mayClose as mayCloseArray, nextItems, type ReadItems } from "./schema/array-room.internal.ts";
import {
  hasRoom,
  mayClose as mayCloseObject,
  nextProperties,
  type Seen,
  withKey,
} from "./schema/object-room.internal.ts";
import type { ArrayForm, Form, ObjectForm, Property, SchemaNode } from "./schema/schema-node.internal.ts";
import { quotedText } from "./text/text-states.internal.ts";

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
    case "text":
      return oneOf({ '"': [quotedText(form.text, then)] });
    case "number":
      return number(form.hasFraction, then);
    case "ruled number":
      return ruledNumber(form.rule, then);
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
  const { form, then } = array;
  const read = { items: 0, inside: 0 };
  const end = mayCloseArray(form, read) ? [spaces(oneOf({ "]": [then] }))] : [];
  return [...end, ...nextItem(array, read, form.unique === "texts" ? NO_TEXTS : form.unique)];
}

/** Where no two items may be the same: the listed ones that did not come yet, or the texts that did. */
type Apart = Words | ReadonlySet<string> | null;
const NO_TEXTS: ReadonlySet<string> = new Set();

/** The item after others; no states if the array may not have another. */
function nextItem(array: Within<ArrayForm>, read: ReadItems, apart: Apart): readonly State[] {
  const { form, levels } = array;
  const ways = nextItems(form, levels, read);
  if (ways.length === 0) return [];
  const longer = { ...read, items: read.items + 1 };
  if (apart instanceof Set) return [distinctItem(array, longer, apart)];
  if (isWords(apart)) return apart.length > 0 ? [uniqueItem(array, longer, apart)] : [];
  return ways.map((way) => value(way.node, levels, spaces(afterItem(array, way.read, null))));
}

function isWords(apart: Apart): apart is Words {
  return Array.isArray(apart);
}

function uniqueItem(array: Within<ArrayForm>, read: ReadItems, left: Words): State {
  return spaces(oneWord(left, (index) => spaces(afterItem(array, read, left.toSpliced(index, 1)))));
}

function distinctItem(array: Within<ArrayForm>, read: ReadItems, came: ReadonlySet<string>): State {
  const form = array.form.items.rest.alternatives.find(({ kind }) => kind === "text");
  const inner = (end: State) => (form?.kind === "text" ? quotedText(form.text, end) : stringBody(end));
  const then = (written: string) => spaces(afterItem(array, read, new Set(came).add(written)));
  return spaces(oneOf({ '"': [distinctText(inner, { came, then })] }));
}

function afterItem(array: Within<ArrayForm>, read: ReadItems, apart: Apart): State {
  return reading((byte) => {
    if (byte === COMMA) return nextItem(array, read, apart);
    return byte === CLOSING_BRACKET && mayCloseArray(array.form, read) ? [array.then] : [];
  });
}

function firstKey(object: Within<ObjectForm>): State {
  return oneOf({ '"': keyStates(object, NONE), "}": endOf(object, NONE) });
}

/** A member's key after its opening quote, excluding the keys already `seen`. */
function keyStates(object: Within<ObjectForm>, seen: Seen): readonly State[] {
  const { form, levels } = object;
  const { properties, additional, kinds } = form;
  const listed = nextProperties(form, levels, seen);
  const states: State[] = [];
  if (listed.length > 0) states.push(listedKey(object, listed, seen));
  const another = { keys: seen.keys, others: seen.others + 1 };
  if (!hasRoom(form, levels, another)) return states;
  if (additional && additional.height <= levels) {
    const spellings = properties.map(({ spelling }) => spelling);
    states.push(noWord(spellings, stringBody(member(object, additional, another)), KEY_SIGNS));
  }
  for (const { keys, node } of kinds)
    if (node.height <= levels) states.push(quotedText(keys, member(object, node, another)));
  return states;
}

function listedKey(object: Within<ObjectForm>, listed: readonly Property[], seen: Seen): State {
  const then = (index: number) => {
    const property = listed[index];
    if (!property) throw new Error(`There is no property ${index}`);
    return member(object, property.node, withKey(seen, property));
  };
  return oneWord(
    listed.map(({ spelling }) => spelling),
    then,
  );
}

/** A colon, a value, and then a comma or the closing brace. */
function member(object: Within<ObjectForm>, node: SchemaNode, seen: Seen): State {
  const after = reading((byte) => {
    if (byte === CLOSING_BRACE) return endOf(object, seen);
    if (byte !== COMMA) return [];
    const next = keyStates(object, seen);
    return next.length > 0 ? [spaces(oneOf({ '"': next }))] : [];
  });
  return spaces(oneOf({ ":": [value(node, object.levels, spaces(after))] }));
}

/** The state after the closing brace; none while something is missing. */
function endOf({ form, then }: Within<ObjectForm>, seen: Seen): readonly State[] {
  return mayCloseObject(form, seen) ? [then] : [];
}

const NONE: Seen = { keys: new Set(), others: 0 };
const KEY_SIGNS = { escape: 0x5c, last: 0x22 };
const [COMMA, CLOSING_BRACKET, CLOSING_BRACE] = [0x2c, 0x5d, 0x7d];
