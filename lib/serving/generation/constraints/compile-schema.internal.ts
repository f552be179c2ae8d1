import {
  type Form,
  type NodeForm,
  type SchemaNode,
  settleAlternatives,
  settleHeights,
} from "./schema-node.internal.ts";
import { UnsupportedSchema } from "./unsupported-schema.ts";
import { mergedWords, type Words, wordsOf } from "./words.internal.ts";

/** Deeper ones would overflow the stack of what walks them. */
const MAX_NESTED = 200;
const MAX_SHOWN_CHARS = 200;

/**
 * Compiles the subset of JSON Schema that sampling can promise to meet. Throws `UnsupportedSchema` for anything beyond it, and where no
 * value of at most `maxHeight` levels fits.
 */
export function compileSchema(schema: unknown, maxHeight: number): SchemaNode {
  const compiler: Compiler = { root: schema, nodes: new Map(), nesting: 0 };
  const node = compile(compiler, schema, "the schema");
  const nodes = [...compiler.nodes.values()];
  settleAlternatives(nodes);
  settleHeights(nodes, maxHeight);
  if (node.height > maxHeight)
    throw new UnsupportedSchema(
      `No JSON value of at most ${maxHeight} levels fits the schema; check what is required and where it refers to itself`,
    );
  return node;
}

type Compiler = {
  readonly root: unknown;
  /** By the schema itself, so that schemas may refer to themselves. */
  readonly nodes: Map<unknown, SchemaNode>;
  /** Schemas within one another that are being compiled, also where a reference leads into them. */
  nesting: number;
};
type Schema = Readonly<Record<string, unknown>>;

const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"] as const;
type Type = (typeof TYPES)[number];

/** They say nothing about which values fit. */
const NOTES = [
  "$schema",
  "$id",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
];
const ARRAY_KEYWORDS = ["items", "minItems", "maxItems"];
const OBJECT_KEYWORDS = ["properties", "required", "additionalProperties"];

function compile(compiler: Compiler, schema: unknown, where: string): SchemaNode {
  const known = compiler.nodes.get(schema);
  if (known) return known;
  if (compiler.nesting >= MAX_NESTED)
    throw new UnsupportedSchema(
      `More than ${MAX_NESTED} schemas are nested or refer to one another, the last of them ${shown(where)}; make the schema flatter`,
    );
  const forms: SchemaNode["forms"] = [];
  const node: SchemaNode = { forms, alternatives: [], height: Number.POSITIVE_INFINITY };
  compiler.nodes.set(schema, node);
  compiler.nesting++;
  if (schema === true) forms.push(...formsOf(compiler, {}, where));
  else if (isSchema(schema)) forms.push(...formsOf(compiler, schema, where));
  else if (schema !== false)
    throw new UnsupportedSchema(
      `${shown(where)} is ${written(schema)}; a schema is an object, true or false`,
    );
  compiler.nesting--;
  return node;
}

function formsOf(compiler: Compiler, schema: Schema, where: string): SchemaNode["forms"] {
  const keywords = Object.keys(schema).filter((name) => !NOTES.includes(name));
  const only = (...allowed: string[]) => requireOnly(keywords, allowed, where);
  if ("$ref" in schema) {
    only("$ref");
    const target = resolve(compiler.root, schema.$ref, where);
    return [{ kind: "node", node: compile(compiler, target, String(schema.$ref)) }];
  }
  if ("anyOf" in schema) {
    only("anyOf");
    return branches(compiler, list(schema.anyOf, `${where}.anyOf`), where);
  }
  const types = typesOf(schema, where);
  if ("enum" in schema || "const" in schema) {
    only("type", "enum", "const");
    return listedValues(schema, types, where);
  }
  only("type", ...ARRAY_KEYWORDS, ...OBJECT_KEYWORDS);
  return types.map((type) => typeForm(compiler, schema, { type, where }));
}

/** Branches that only list values become one list, so that thousands of them are not thousands of readings. */
function branches(compiler: Compiler, listed: readonly unknown[], where: string): SchemaNode["forms"] {
  const words: Words[] = [];
  const others: NodeForm[] = [];
  for (const [index, branch] of listed.entries()) {
    const node = compile(compiler, branch, `${where}.anyOf.${index}`);
    const own = node.forms.flatMap((form) => (form.kind === "words" ? [form.words] : []));
    if (own.length > 0 && own.length === node.forms.length) words.push(...own);
    else others.push({ kind: "node", node });
  }
  return words.length > 0 ? [{ kind: "words", words: mergedWords(words), height: 0 }, ...others] : others;
}

type TypeAt = { readonly type: Type; readonly where: string };

function typeForm(compiler: Compiler, schema: Schema, { type, where }: TypeAt): Form {
  switch (type) {
    case "string":
      return STRING;
    case "number":
      return NUMBER;
    case "integer":
      return INTEGER;
    case "boolean":
      return { kind: "words", words: wordsOf(["true", "false"]), height: 0 };
    case "null":
      return { kind: "words", words: wordsOf(["null"]), height: 0 };
    case "array":
      return {
        kind: "array",
        items: compile(compiler, schema.items ?? true, `${where}.items`),
        minItems: count(schema.minItems ?? 0, `${where}.minItems`),
        maxItems: count(schema.maxItems ?? Number.MAX_SAFE_INTEGER, `${where}.maxItems`),
        height: Number.POSITIVE_INFINITY,
      };
    case "object":
      return objectForm(compiler, schema, where);
    default:
      return type satisfies never;
  }
}

function objectForm(compiler: Compiler, schema: Schema, where: string): Form {
  const listed = schema.properties ?? {};
  if (!isSchema(listed)) throw wrong(`${where}.properties`, listed, "an object of schemas");
  const properties = new Map(
    Object.entries(listed).map(([name, property]) => [
      name,
      compile(compiler, property, `${where}.properties.${name}`),
    ]),
  );
  const others = compile(compiler, schema.additionalProperties ?? true, `${where}.additionalProperties`);
  const required = new Set<string>();
  for (const name of list(schema.required ?? [], `${where}.required`)) {
    if (typeof name !== "string") throw wrong(`${where}.required`, name, "a list of names");
    required.add(name);
  }
  for (const name of required) if (!properties.has(name)) properties.set(name, others);
  const spelled = [...properties]
    .map(([name, node]) => ({ name, spelling: Buffer.from(JSON.stringify(name).slice(1)), node }))
    .sort((a, b) => Buffer.compare(a.spelling, b.spelling));
  return {
    kind: "object",
    properties: spelled,
    required: spelled.filter(({ name }) => required.has(name)),
    additional: schema.additionalProperties === false ? null : others,
    height: Number.POSITIVE_INFINITY,
  };
}

function listedValues(schema: Schema, types: readonly Type[], where: string): Form[] {
  const fitting = "enum" in schema ? list(schema.enum, `${where}.enum`) : [schema.const];
  const texts = fitting
    .filter((value) => types.some((type) => isOfType(value, type)))
    .map((value) => JSON.stringify(value));
  const only = "const" in schema ? JSON.stringify(schema.const) : null;
  const words = wordsOf(only === null ? texts : texts.filter((text) => text === only));
  return words.length > 0 ? [{ kind: "words", words, height: 0 }] : [];
}

/** Each one there is, so that alike alternatives are one. */
const STRING: Form = { kind: "string", height: 0 };
const NUMBER: Form = { kind: "number", hasFraction: true, height: 0 };
const INTEGER: Form = { kind: "number", hasFraction: false, height: 0 };

function isOfType(value: unknown, type: Type): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isSchema(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function typesOf(schema: Schema, where: string): readonly Type[] {
  const { type } = schema;
  // A whole number is a number, so it needs no form of its own.
  if (type === undefined) return TYPES.filter((name) => name !== "integer");
  const named = Array.isArray(type) ? type : [type];
  return [...new Set(named)].map((name) => {
    const known = TYPES.find((candidate) => candidate === name);
    if (!known) throw wrong(`${where}.type`, name, `one of ${TYPES.join(", ")}, or a list of them`);
    return known;
  });
}

function requireOnly(keywords: readonly string[], allowed: readonly string[], where: string): void {
  const foreign = keywords.find((name) => !allowed.includes(name));
  if (foreign === undefined) return;
  const beside = keywords.filter((name) => allowed.includes(name) && name !== "type");
  const place = beside.length > 0 ? ` beside ${beside.join(", ")}` : "";
  throw new UnsupportedSchema(
    `The keyword ${shown(foreign)} is not supported${place}, in ${shown(where)}; leave it out`,
  );
}

/** Follows a JSON pointer (RFC 6901) from the root. */
function resolve(root: unknown, reference: unknown, where: string): unknown {
  if (typeof reference !== "string" || !/^#(\/|$)/.test(reference))
    throw wrong(`${where}.$ref`, reference, "a reference into the same schema, such as #/$defs/name");
  let found = root;
  for (const part of reference.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name))
      throw wrong(`${where}.$ref`, reference, "a reference to something that the schema has");
    found = Reflect.get(found, name);
  }
  return found;
}

function list(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrong(where, value, "a list");
}

function count(value: unknown, where: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw wrong(where, value, "a whole number from 0");
}

function wrong(where: string, value: unknown, remedy: string): UnsupportedSchema {
  return new UnsupportedSchema(`${shown(where)} cannot be ${written(value)}; use ${remedy}`);
}

function written(value: unknown): string {
  return shown(JSON.stringify(value) ?? String(value));
}

function shown(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
