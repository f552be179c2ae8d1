import { toJSONSchema } from "zod/mini";
import { elementsReadByVerb } from "./fields.ts";
import { schemasOfKinds, schemaUnderAliases } from "./wire.ts";
import type { Schema } from "./zod.ts";

/** JSON Schema, draft 2020-12, as far as the contract uses it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  contentMediaType?: string;
  contentSchema?: JsonSchema;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  /** Instead of `items`, of a list whose elements are checked one by one: what documents say that they are. */
  shownItems?: JsonSchema;
  anyOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
};

/** What a schema reads and writes on the wire; an unconstrained value is `{}`. */
export function wireSchemaOf(schema: Schema): JsonSchema {
  const known = cache.get(schema);
  if (known) return known;
  const made = generate(schema);
  cache.set(schema, made);
  return made;
}

const cache = new WeakMap<Schema, JsonSchema>();

function generate(schema: Schema): JsonSchema {
  const { $schema: _, ...made } = toJSONSchema(schema, {
    // The wire is the side that every codec reads from.
    io: "input",
    unrepresentable: "any",
    reused: "inline",
    override: ({ zodSchema, jsonSchema }) => {
      // What is being generated is one of our zod types; the callback only knows the core's.
      const ours = zodSchema as unknown as Schema;
      const elements = elementsReadByVerb.get(ours)?.map(wireSchemaOf);
      if (elements) Object.assign(jsonSchema, { shownItems: anyOf(elements) });
      const kinds = schemasOfKinds.get(ours)?.map(wireSchemaOf);
      if (kinds) Object.assign(jsonSchema, anyOf(kinds));
      const under = schemaUnderAliases.get(ours);
      if (under) Object.assign(jsonSchema, withAliases(wireSchemaOf(under.schema), under.aliases));
      replaceByOwn(jsonSchema);
    },
  });
  return made as JsonSchema;
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only] = schemas;
  return schemas.length === 1 && only ? only : { anyOf: [...schemas] };
}

/** A field may come under either of its names, so neither is required by itself. */
function withAliases(schema: JsonSchema, aliases: Record<string, string>): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    properties[name] = field;
    const alias = aliases[name];
    if (alias !== undefined) properties[alias] = { ...field, description: `Another name of \`${name}\`` };
  }
  const required = schema.required?.filter((name) => aliases[name] === undefined) ?? [];
  const { required: _, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 ? { required } : {}) };
}

/** A field that reads its value by hand says in its metadata what that value looks like. */
function replaceByOwn(jsonSchema: Record<string, unknown>): void {
  const { override } = jsonSchema;
  if (typeof override !== "object" || override === null) return;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, override);
}
