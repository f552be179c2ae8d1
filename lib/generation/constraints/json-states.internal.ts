import { literal, number, oneOf, reading, type State, spaces, stringBody } from "./byte-states.internal.ts";
import {
  type ArrayForm,
  type Form,
  heightOf,
  type ObjectForm,
  type SchemaNode,
} from "./schema-node.internal.ts";

/** A value of the node, of at most `levels` levels of objects and arrays. The node's height must not be more. */
export function value(node: SchemaNode, levels: number, then: State): State {
  return reading((byte) =>
    node.forms
      .filter((form) => heightOf(form) <= levels)
      .flatMap((form) => formState(form, levels, then).step(byte)),
  );
}

function formState(form: Form, levels: number, then: State): State {
  switch (form.kind) {
    case "literal":
      return literal(form.bytes, then);
    case "string":
      return oneOf({ '"': stringBody(then) });
    case "number":
      return number(form.hasFraction, then);
    case "node":
      return value(form.node, levels, then);
    case "array":
      return oneOf({ "[": spaces(firstItem({ form, levels: levels - 1, then })) });
    case "object":
      return oneOf({ "{": spaces(firstKey({ form, levels: levels - 1, then })) });
    default:
      return form satisfies never;
  }
}

/** An array or object being read; `levels` is what its members may have. */
type Within<F> = { readonly form: F; readonly levels: number; readonly then: State };

function firstItem(array: Within<ArrayForm>): State {
  const end = oneOf({ "]": array.form.minItems === 0 && array.then });
  const item = itemAfter(array, 0);
  return reading((byte) => [...end.step(byte), ...(item?.step(byte) ?? [])]);
}

/** The item behind `count` others; null where there may be none. */
function itemAfter(array: Within<ArrayForm>, count: number): State | null {
  const { form, levels, then } = array;
  if (count >= form.maxItems || form.items.height > levels) return null;
  const behind = reading((byte) => {
    const next = itemAfter(array, count + 1);
    return oneOf({ "]": count + 1 >= form.minItems && then, ",": next && spaces(next) }).step(byte);
  });
  return value(form.items, levels, spaces(behind));
}

function firstKey(object: Within<ObjectForm>): State {
  return oneOf({ '"': keyState(object, NONE), "}": isComplete(object, NONE) && object.then });
}

/** A member's key behind its opening quote, where the keys `seen` are taken; null where there may be none. */
function keyState(object: Within<ObjectForm>, seen: ReadonlySet<string>): State | null {
  const { levels } = object;
  const { properties, additional } = object.form;
  const listed = properties.filter(({ name, node }) => !seen.has(name) && node.height <= levels);
  const others = additional && additional.height <= levels ? additional : null;
  if (listed.length === 0 && !others) return null;
  return reading((byte) => {
    const ways = listed.map(({ name, spelling, node }) =>
      literal(spelling, member(object, node, new Set(seen).add(name))),
    );
    const spellings = properties.map(({ spelling }) => spelling);
    if (others) ways.push(avoiding(spellings, 0, stringBody(member(object, others, seen))));
    return ways.flatMap((way) => way.step(byte));
  });
}

/** What `state` reads, save these bytes: a key that is not listed. As long as it is like one of them, no escape may spell the rest of it. */
function avoiding(names: readonly Uint8Array[], at: number, state: State): State {
  if (names.length === 0) return state;
  return reading((byte) => {
    const alike = names.filter((name) => name[at] === byte);
    if (byte === BACKSLASH || (byte === QUOTE && alike.length > 0)) return [];
    return state.step(byte).map((next) => avoiding(alike, at + 1, next));
  });
}

/** Colon, value and what may stand behind them. */
function member(object: Within<ObjectForm>, node: SchemaNode, seen: ReadonlySet<string>): State {
  const behind = reading((byte) => {
    const next = keyState(object, seen);
    return oneOf({
      ",": next && spaces(oneOf({ '"': next })),
      "}": isComplete(object, seen) && object.then,
    }).step(byte);
  });
  return spaces(oneOf({ ":": spaces(value(node, object.levels, spaces(behind))) }));
}

function isComplete({ form }: Within<ObjectForm>, seen: ReadonlySet<string>): boolean {
  return form.properties.every(({ name, isRequired }) => !isRequired || seen.has(name));
}

const NONE: ReadonlySet<string> = new Set();
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
