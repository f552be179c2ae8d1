import type { NamedSchema } from "./try-schema.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Parameters as the documents of well-known APIs, and the generators of Pydantic and Zod, write them. */
const PARAMETERS: Readonly<Record<string, Schema>> = {
  city: { type: "string", minLength: 1, maxLength: 80, description: "City and country" },
  unit: { type: "string", enum: ["celsius", "fahrenheit"], default: "celsius" },
  latitude: { type: "number", minimum: -90, maximum: 90 },
  longitude: { type: "number", minimum: -180, maximum: 180 },
  per_page: { type: "integer", minimum: 1, maximum: 100, default: 30 },
  cursor: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Cursor" },
  owner: { type: "string", pattern: "^[a-z\\d](?:[a-z\\d]|-[a-z\\d]){0,38}$" },
  sha: { type: "string", pattern: "^[0-9a-f]{40}$" },
  labels: { type: "array", items: { type: "string", minLength: 1 }, maxItems: 10 },
  states: { type: "array", items: { enum: ["open", "closed", "merged"] }, uniqueItems: true, minItems: 1 },
  start: { type: "string", format: "date-time" },
  day: { type: "string", format: "date" },
  attendees: { type: "array", items: { type: "string", format: "email" }, minItems: 1, maxItems: 5 },
  url: { type: "string", format: "uri", maxLength: 200 },
  id: { type: "string", format: "uuid" },
  amount: { type: "integer", exclusiveMinimum: 0, maximum: 99_999_999, description: "In cents" },
  price: { type: "number", minimum: 0, multipleOf: 0.01 },
  currency: { type: "string", pattern: "^[A-Z]{3}$" },
  phone: { type: "string", pattern: "^\\+[1-9]\\d{1,14}$" },
  path: { type: "string", pattern: "^(/[^/\\0]+)+$" },
  limit: { type: ["integer", "null"], minimum: 1 },
  headers: { type: "object", additionalProperties: { type: "string" } },
  metadata: {
    type: "object",
    maxProperties: 5,
    propertyNames: { maxLength: 40 },
    additionalProperties: { type: "string", maxLength: 50 },
  },
  environment: {
    type: "object",
    patternProperties: { "^[A-Z_]+$": { type: "string" } },
    additionalProperties: false,
  },
  filter: {
    oneOf: [
      {
        type: "object",
        properties: { kind: { const: "text" }, query: { type: "string" } },
        required: ["kind", "query"],
      },
      {
        type: "object",
        properties: { kind: { const: "range" }, from: { type: "number" }, to: { type: "number" } },
        required: ["kind"],
      },
    ],
  },
  address: { $ref: "#/$defs/Address" },
  tree: { $ref: "#/$defs/Node" },
  retry: { allOf: [{ $ref: "#/$defs/Retry" }], default: { times: 1 } },
  color: { type: "string", pattern: "^#(?:[0-9a-fA-F]{3}){1,2}$" },
  point: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], items: false, minItems: 2 },
  temperature: { type: "number", minimum: 0, maximum: 2 },
  priority: { type: "integer", enum: [1, 2, 3] },
  dry_run: { type: "boolean", default: false },
  time: { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" },
  target: {
    anyOf: [
      { type: "string", format: "ipv4" },
      { type: "string", format: "ipv6" },
      { type: "string", format: "hostname" },
    ],
  },
  note: { not: { type: "null" }, type: ["string", "null"] },
  tags: { type: "array", items: { type: "string" }, uniqueItems: true },
  cron: { type: "string", pattern: "^(\\S+ ){4}\\S+$" },
};

const DEFS: Schema = {
  Address: {
    type: "object",
    title: "Address",
    properties: {
      street: { type: "string" },
      zip: { type: "string", pattern: "^\\d{5}(-\\d{4})?$" },
      country: { type: "string", minLength: 2, maxLength: 2 },
    },
    required: ["street", "country"],
  },
  Node: {
    type: "object",
    properties: {
      name: { type: "string" },
      children: { type: "array", items: { $ref: "#/$defs/Node" }, maxItems: 3 },
    },
    required: ["name"],
    additionalProperties: false,
  },
  Retry: {
    type: "object",
    properties: { times: { type: "integer", minimum: 0, maximum: 9 } },
    required: ["times"],
  },
};

const TOOLS = 400;
const NAMES = Object.keys(PARAMETERS);

/** Parameters of a few hundred tools: each takes some of the above, by a fixed rule, and asks for some of these. */
export function toolSchemas(): { name: string; schemas: NamedSchema[] }[] {
  const schemas = Array.from({ length: TOOLS }, (_, index) => {
    const count = 1 + (index % 6);
    const step = 1 + (index % 7);
    const chosen = Array.from({ length: count }, (_, at) => NAMES[(index + at * step) % NAMES.length] ?? "");
    return toolSchema(index, [...new Set(chosen)]);
  });
  return [{ name: "tools in the styles of well-known APIs, made by a rule", schemas }];
}

function toolSchema(index: number, names: readonly string[]): NamedSchema {
  const isStrict = index % 3 === 0;
  const schema = {
    ...(index % 2 === 0
      ? { $schema: "https://json-schema.org/draft/2020-12/schema", title: `Tool${index}` }
      : {}),
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, PARAMETERS[name]])),
    required: names.filter((_, at) => isStrict || at % 2 === 0),
    ...(isStrict ? { additionalProperties: false } : {}),
    ...(index % 5 === 0 && names[1] ? { dependentRequired: { [names[1]]: names.slice(0, 1) } } : {}),
    $defs: DEFS,
  };
  return { title: `${index}: ${names.join(", ")}`, schema, valid: [], notesFormats: false };
}
