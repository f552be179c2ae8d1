import fs from "node:fs";
import path from "node:path";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { ALL_ENDPOINTS } from "#lib/contract/openapi/all.ts";
import { namedSchemas } from "#lib/contract/openapi/named-schemas.ts";
import { type JsonSchema, wireSchemaOf } from "#lib/contract/wire-schema.ts";
import { indent, type TypeNames, typeText } from "./type-text.ts";

const HEAD = `// A client for Spindle in one file, without dependencies: copy it into your project. Plain Node 24, Deno, Bun and browsers run it.
// Written from the service's contract by \`npx node scripts/write-client.ts\`; changes belong there.
// biome-ignore-all lint: as it was written
// biome-ignore-all format: as it was written
`;

/** The client for programs, with its types, as the source of one file. */
export function clientSource(): string {
  const endpoints = ALL_ENDPOINTS.filter(isForPrograms);
  const shared = namedSchemas();
  const names: TypeNames = new Map(shared.map(({ name, schema }) => [JSON.stringify(schema), name]));
  return [
    HEAD,
    classText(endpoints),
    fs.readFileSync(path.join(import.meta.dirname, "runtime.ts"), "utf8").trimEnd(),
    ...shared.map(({ name, schema }) => `export type ${name} = ${withoutOwnName(schema, name, names)};`),
    ...endpoints.map((endpoint) => typesOf(endpoint, names)),
    "",
  ].join("\n\n");
}

/** Whether a caller with an API key, or with none, may ask it; the others are for signed-in browsers. */
export function isForPrograms({ auth }: AnyEndpoint): boolean {
  return auth.length === 0 || auth.some((scheme) => scheme !== "session");
}

function classText(endpoints: readonly AnyEndpoint[]): string {
  const methods = endpoints.map(methodsOf).join("\n\n");
  return `/** Every endpoint that programs may call, by its name in the service's documentation. Each throws \`SpindleError\` for any answer but 200. */
export class Spindle {
  readonly #connection: Connection;

  constructor(options: SpindleOptions) {
    this.#connection = new Connection(options);
  }

${indent(methods)}
}`;
}

function methodsOf(endpoint: AnyEndpoint): string {
  const { operationId: name } = endpoint;
  const [input, reply] = [`${pascal(name)}Input`, `${pascal(name)}Reply`];
  const operation = operationText(endpoint);
  const method = (called: string, answer: string, body: string) =>
    `${commentOf(endpoint)}\n${called}(input: ${input}${isOptional(endpoint) ? " = {}" : ""}, options?: RequestOptions): ${answer} {\n  return ${body};\n}`;
  if (endpoint.downloads)
    return method(name, "Promise<Response>", `this.#connection.send(${operation}, input, options)`);
  if (endpoint.streams)
    return method(name, `AsyncGenerator<${reply}>`, `this.#connection.lines(${operation}, input, options)`);
  if (endpoint.events === true)
    return method(name, `AsyncGenerator<${reply}>`, `this.#connection.events(${operation}, input, options)`);
  const plain = method(name, `Promise<${reply}>`, `this.#connection.json(${operation}, input, options)`);
  // Those of other endpoints have types by their names, which pages read.
  if (endpoint.events === undefined || !endpoint.openAiErrors) return plain;
  const streamed = `this.#connection.events(${operation}, { ...input, stream: true }, options)`;
  return `${plain}\n\n${method(name.replace(/^create/, "stream"), "AsyncGenerator<ChatCompletionChunk>", streamed)}`;
}

function operationText(endpoint: AnyEndpoint): string {
  const { method, path: where, auth, input, upload } = endpoint;
  const query = input.query ? Object.keys(wireSchemaOf(input.query).properties ?? {}) : [];
  const operation = {
    method,
    path: where,
    ...(query.length > 0 ? { query } : {}),
    ...(input.body ? { body: upload ? "form" : "json" } : {}),
    ...(auth.includes("basic") && !auth.includes("bearer") ? { basic: true } : {}),
  };
  return JSON.stringify(operation)
    .replaceAll(/"(\w+)":/g, "$1: ")
    .replaceAll(",", ", ");
}

function commentOf({ summary, description }: AnyEndpoint): string {
  const text = [summary.replace(/\.?$/, "."), description ?? ""].join(" ").trim();
  return `/** ${text.replaceAll("*/", "*\\/")} */`;
}

function typesOf(endpoint: AnyEndpoint, names: TypeNames): string {
  const { operationId, reply, downloads } = endpoint;
  const input = `export type ${pascal(operationId)}Input = ${inputText(endpoint, names)};`;
  if (downloads !== undefined) return input;
  return `${input}\nexport type ${pascal(operationId)}Reply = ${typeText(wireSchemaOf(reply), names)};`;
}

/** Path, query and body together, since no name stands in two of them with different meanings. */
function inputText({ input, upload }: AnyEndpoint, names: TypeNames): string {
  const parts = [input.params, input.query, input.body].flatMap((part) => (part ? [wireSchemaOf(part)] : []));
  if (upload) parts.push({ type: "object", properties: { file: FILE }, required: ["file"] });
  const known = parts.length === 1 ? parts[0] && names.get(JSON.stringify(parts[0])) : undefined;
  return known ?? typeText(merged(parts), names);
}

const FILE: JsonSchema = { type: "string", format: "binary" };

function merged(parts: readonly JsonSchema[]): JsonSchema {
  const isLoose = parts.some(({ additionalProperties }) => additionalProperties === true);
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})),
    required: parts.flatMap(({ required }) => required ?? []),
    ...(isLoose ? { additionalProperties: true } : {}),
  };
}

function isOptional({ input }: AnyEndpoint): boolean {
  return [input.params, input.query, input.body].every(
    (part) => !part || (wireSchemaOf(part).required ?? []).length === 0,
  );
}

/** What a name stands for is written out where it is declared. */
function withoutOwnName(schema: JsonSchema, name: string, names: TypeNames): string {
  return typeText(schema, new Map([...names].filter(([, other]) => other !== name)));
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
