import { admits } from "./admits.internal.ts";
import type { Compiler } from "./compiler.internal.ts";
import { keyKinds, type PatternPart } from "./key-kinds.internal.ts";
import {
  countOf,
  inner,
  isSchema,
  named,
  names,
  type Part,
  type Plain,
  unheld,
  wrong,
} from "./part.internal.ts";
import type { ObjectForm, Property } from "./schema-node.internal.ts";

/** Objects that fit all parts. */
export function objectForm(
  parts: readonly Plain[],
  excluded: readonly unknown[],
  compiler: Compiler,
): ObjectForm {
  const objects = excluded.filter(isSchema);
  const [part] = parts;
  if (part && objects.some((value) => Object.keys(value).length > 0))
    throw unheld("not", part.where, "no grammar leaves out single objects");
  const shapes = parts.map((one) => shapeOf(one, compiler));
  const dependents = new Map<string, Set<string>>();
  const required = new Set(parts.flatMap((one) => names(one.schema.required ?? [], `${one.where}.required`)));
  for (const one of parts) addDependents(one, dependents);
  const listed = new Set([
    ...shapes.flatMap(({ own }) => [...own.keys()]),
    ...required,
    ...Array.from(dependents, ([name, others]) => [name, ...others]).flat(),
  ]);
  const properties = propertiesOf(listed, shapes, compiler);
  const byName = new Map(properties.map((property) => [property.name, property]));
  const found = (name: string) => byName.get(name) ?? [];
  const isOpen =
    !compiler.closesObjects ||
    !shapes.some(({ namesKeys }) => namesKeys) ||
    shapes.some(({ saysRest }) => saysRest);
  const others = isOpen ? othersOf(shapes, listed, compiler) : { additional: null, kinds: [] };
  const form: ObjectForm = {
    kind: "object",
    properties,
    required: [...required].flatMap(found),
    dependents: new Map(
      Array.from(dependents, ([name, wanted]) => [found(name), [...wanted].flatMap(found)] as const).flatMap(
        ([from, to]) => (Array.isArray(from) ? [] : [[from, to] as const]),
      ),
    ),
    ...others,
    minProperties: Math.max(
      0,
      ...parts.map((one) => countOf(one, "minProperties", 0)),
      Math.min(objects.length, 1),
    ),
    maxProperties: Math.min(...parts.map((one) => countOf(one, "maxProperties", Number.POSITIVE_INFINITY))),
    height: Number.POSITIVE_INFINITY,
  };
  if (part) requireCountable(form, part);
  return form;
}

/** What one part says of the keys of an object. */
type Shape = {
  readonly part: Plain;
  readonly own: ReadonlyMap<string, Part>;
  readonly patterns: readonly PatternPart[];
  readonly rest: Part | null;
  readonly keys: Part | null;
  /** It names properties, as somebody wrote them. */
  readonly namesKeys: boolean;
  /** It speaks of keys that it does not name. */
  readonly saysRest: boolean;
};

function shapeOf(part: Plain, { means }: Compiler): Shape {
  const own = named(part, "properties");
  const patterns = Array.from(named(part, "patternProperties"), ([source, one]) => ({
    source,
    one,
    automaton: means.pattern(source, part, "patternProperties"),
  }));
  const rest = inner(part, "additionalProperties");
  const keys = inner(part, "propertyNames");
  return {
    part,
    own,
    patterns,
    rest,
    keys,
    namesKeys: "properties" in part.schema && !means.made.isMade(part.schema),
    saysRest: rest !== null || keys !== null || patterns.length > 0,
  };
}

function propertiesOf(listed: ReadonlySet<string>, shapes: readonly Shape[], compiler: Compiler): Property[] {
  const { means } = compiler;
  return [...listed]
    .map((name) => {
      const schemas = shapes.flatMap((shape) => {
        const patterns = shape.patterns.filter(({ source }) => means.matches(source, name, shape.part));
        const own = [...[shape.own.get(name) ?? []].flat(), ...patterns.map(({ one }) => one)];
        return own.length > 0 || !shape.rest ? own : [shape.rest];
      });
      const isAllowed = shapes.every(({ keys }) => !keys || admits(name, [keys], means));
      const node = compiler.node(isAllowed ? schemas : [{ schema: false, where: name }]);
      return { name, spelling: Buffer.from(JSON.stringify(name).slice(1)), node };
    })
    .sort((a, b) => Buffer.compare(a.spelling, b.spelling));
}

/** Keys that no part names. */
function othersOf(
  shapes: readonly Shape[],
  listed: ReadonlySet<string>,
  compiler: Compiler,
): Pick<ObjectForm, "additional" | "kinds"> {
  const isPlain = shapes.every(({ patterns, keys }) => patterns.length === 0 && !keys);
  if (!isPlain) return { additional: null, kinds: keyKinds(shapes, listed, compiler) };
  const rest = shapes.flatMap((shape) => shape.rest ?? []);
  return { additional: rest.some(({ schema }) => schema === false) ? null : compiler.node(rest), kinds: [] };
}

function addDependents({ schema, where }: Plain, dependents: Map<string, Set<string>>): void {
  const own = schema.dependentRequired ?? {};
  if (!isSchema(own)) throw wrong(`${where}.dependentRequired`, own, "an object of lists of names");
  for (const [name, others] of Object.entries(own)) {
    const all = dependents.get(name) ?? new Set();
    for (const other of names(others, `${where}.dependentRequired.${name}`)) all.add(other);
    dependents.set(name, all);
  }
}

/** Keys that are not named are not kept apart, so they count as one. */
function requireCountable(form: ObjectForm, part: Plain): void {
  const { minProperties, maxProperties, properties, additional, kinds, dependents } = form;
  const hasOthers = additional !== null || kinds.length > 0;
  if (hasOthers && minProperties > properties.length + 1)
    throw unheld("minProperties", part.where, `only ${properties.length} of the properties are named`);
  if (dependents.size > 0 && maxProperties < Number.POSITIVE_INFINITY)
    throw unheld("maxProperties", part.where, "it appears with dependentRequired");
}
