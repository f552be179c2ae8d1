import type { JsonSchema } from "#lib/contract/wire-schema.ts";
import { namedSchemas } from "./named-schemas.ts";

const REFERENCE = "#/components/schemas/";

export function referenceTo(name: string): JsonSchema {
  return { $ref: `${REFERENCE}${name}` };
}

/** The named schemas of one document. Objects and choices go in under a name, and a reference stands in their place. */
export class SchemaNames {
  readonly #known = new Map<string, string>();
  readonly #sources = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema>();

  /** `standing` are there whether anything refers to them or not. */
  constructor(standing: Readonly<Record<string, JsonSchema>>) {
    for (const [name, schema] of Object.entries(standing)) this.#put(name, schema, schema);
    for (const { name, schema } of namedSchemas()) {
      const other = this.#known.get(textOf(schema));
      if (other !== undefined)
        throw new Error(`${other} and ${name} are two names of one schema; keep one of them`);
      this.#known.set(textOf(schema), name);
    }
  }

  /** What stands where `schema` would: a reference, under its own name or, where it has none, under `place`. */
  refer(schema: JsonSchema, place: string): JsonSchema {
    const { description, ...bare } = schema;
    const name = this.#known.get(textOf(bare)) ?? (isWorthAName(bare) ? place : undefined);
    if (name === undefined) return this.#inside(schema, place);
    this.#put(name, bare);
    return { ...referenceTo(name), ...(description === undefined ? {} : { description }) };
  }

  /** As `refer`, for a whole body, which has a name however little is known of it. */
  referToWhole(schema: JsonSchema, place: string): JsonSchema {
    if (schema.type !== "object" || isWorthAName(schema)) return this.refer(schema, place);
    this.#put(place, schema);
    return referenceTo(place);
  }

  /** All that were referred to, by name. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #put(name: string, schema: JsonSchema, shown?: JsonSchema): void {
    const text = textOf(schema);
    const taken = this.#sources.get(name);
    if (taken === text) return;
    if (taken !== undefined)
      throw new Error(`Two schemas would be called ${name}; give one of them a name in schema-names.ts`);
    this.#sources.set(name, text);
    this.#schemas.set(name, shown ?? this.#inside(schema, name));
  }

  #inside(schema: JsonSchema, place: string): JsonSchema {
    const { properties, items, shownItems, anyOf, additionalProperties, contentSchema, ...rest } = schema;
    const element = shownItems ?? items;
    const entries = Object.entries(properties ?? {});
    return {
      ...rest,
      ...(properties && {
        properties: Object.fromEntries(
          entries.map(([key, field]) => [key, this.refer(field, place + pascal(key))]),
        ),
      }),
      ...(element && { items: this.refer(element, `${place}Item`) }),
      ...(anyOf && { anyOf: this.#alternatives(anyOf, place) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === "object"
            ? this.refer(additionalProperties, `${place}Value`)
            : additionalProperties,
      }),
      ...(contentSchema && { contentSchema: this.refer(contentSchema, place) }),
    };
  }

  /** Alternatives are counted where more than one of them needs a name. */
  #alternatives(schemas: readonly JsonSchema[], place: string): JsonSchema[] {
    const isAlone = schemas.filter(isWorthAName).length < 2;
    return schemas.map((one, index) => this.refer(one, isAlone ? place : `${place}${index + 1}`));
  }
}

/** Objects with fields, and choices between words. */
function isWorthAName({ type, properties, enum: values }: JsonSchema): boolean {
  if (values) return values.length > 1;
  return type === "object" && Object.keys(properties ?? {}).length > 0;
}

function textOf(schema: JsonSchema): string {
  return JSON.stringify(schema);
}

/** `sort_by`, `sortBy` and `$sort-by` are all `SortBy`. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
