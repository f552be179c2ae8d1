import { type Form, type SchemaNode, settleHeights } from "./schema-node.internal.ts";
import { UnsupportedSchema } from "./unsupported-schema.ts";

/**
 * Compiles the subset of JSON Schema that sampling can promise to meet. Throws `UnsupportedSchema` for anything beyond it, and where no
 * value of at most `maxHeight` levels fits.
 */
export function compileSchema(schema: unknown, maxHeight: number): SchemaNode {
  const compiler: Compiler = { root: schema, nodes: new Map() };
  const node = compile(compiler, schema, "the schema");
  // What a schema is made of comes behind it, so that most heights are found in one round from the end.
  settleHeights([...compiler.nodes.values()].reverse());
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
  const forms: Form[] = [];
  const node: SchemaNode = { forms, height: Number.POSITIVE_INFINITY };
  compiler.nodes.set(schema, node);
  if (schema === false) return node;
  if (schema === true) forms.push(...formsOf(compiler, {}, where));
  else if (isSchema(schema)) forms.push(...formsOf(compiler, schema, where));
  else
    throw new UnsupportedSchema(
      `${where} is ${JSON.stringify(schema)}; a schema is an object, true or false`,
    );
  return node;
}

function formsOf(compiler: Compiler, schema: Schema, where: string): Form[] {
  const keywords = Object.keys(schema).filter((name) => !NOTES.includes(name));
  const only = (...allowed: string[]) => requireOnly(keywords, allowed, where);
  if ("$ref" in schema) {
    only("$ref");
    return [
      {
        kind: "node",
        node: compile(compiler, resolve(compiler.root, schema.$ref, where), String(schema.$ref)),
      },
    ];
  }
  if ("anyOf" in schema) {
    only("anyOf");
    return list(schema.anyOf, `${where}.anyOf`).map((branch, index) => ({
      kind: "node",
      node: compile(compiler, branch, `${where}.anyOf.${index}`),
    }));
  }
  const types = typesOf(schema, where);
  if ("enum" in schema || "const" in schema) {
    only("type", "enum", "const");
    return literalForms(schema, types, where);
  }
  only("type", ...ARRAY_KEYWORDS, ...OBJECT_KEYWORDS);
  return types.flatMap((type) => typeForms(compiler, schema, { type, where }));
}

type TypeAt = { readonly type: Type; readonly where: string };

function typeForms(compiler: Compiler, schema: Schema, { type, where }: TypeAt): Form[] {
  switch (type) {
    case "string":
      return [{ kind: "string" }];
    case "number":
    case "integer":
      return [{ kind: "number", hasFraction: type === "number" }];
    case "boolean":
      return [literal(true), literal(false)];
    case "null":
      return [literal(null)];
    case "array":
      return [
        {
          kind: "array",
          items: compile(compiler, schema.items ?? true, `${where}.items`),
          minItems: count(schema.minItems ?? 0, `${where}.minItems`),
          maxItems: count(schema.maxItems ?? Number.MAX_SAFE_INTEGER, `${where}.maxItems`),
        },
      ];
    case "object":
      return [objectForm(compiler, schema, where)];
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
  return {
    kind: "object",
    properties: [...properties].map(([name, node]) => ({
      name,
      spelling: new TextEncoder().encode(JSON.stringify(name).slice(1)),
      node,
      isRequired: required.has(name),
    })),
    additional: schema.additionalProperties === false ? null : others,
  };
}

function literalForms(schema: Schema, types: readonly Type[], where: string): Form[] {
  const listed = "enum" in schema ? list(schema.enum, `${where}.enum`) : [schema.const];
  return listed
    .filter((value) => !("const" in schema) || JSON.stringify(value) === JSON.stringify(schema.const))
    .filter((value) => types.some((type) => isOfType(value, type)))
    .map(literal);
}

function literal(value: unknown): Form {
  return { kind: "literal", bytes: new TextEncoder().encode(JSON.stringify(value)) };
}

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
  throw new UnsupportedSchema(`The keyword ${foreign} is not supported${place}, in ${where}; leave it out`);
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
  return new UnsupportedSchema(`${where} cannot be ${JSON.stringify(value)}; use ${remedy}`);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
