import { type AnyEndpoint, FRONT_STATUSES, standingStatuses } from "#lib/contract/endpoint.ts";
import { type JsonSchema, wireSchemaOf } from "#lib/contract/wire-schema.ts";
import type * as z from "#lib/contract/zod.ts";
import { pascal, referenceTo, SchemaNames } from "./name-schemas.internal.ts";
import { SECURITY_SCHEMES, sharedSchemas } from "./openapi-parts.internal.ts";

export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
};

export type OpenApiOperation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, OpenApiResponse>;
};

export type OpenApiParameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};
export type OpenApiResponse = { description: string; headers: Record<string, object>; content: Content };
type Content = Record<string, { schema: JsonSchema | { $ref: string }; example?: unknown }>;

/** The contract as an OpenAPI document. */
export function openApiDocument(endpoints: readonly AnyEndpoint[]): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  const names = new SchemaNames(sharedSchemas());
  for (const endpoint of endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, names),
    };
  return {
    openapi: "3.1.0",
    info: {
      title: "Spindle",
      version: "1.0.0",
      description: "Record calls, annotate them in queues, measure conversations, train models.",
    },
    servers: [{ url: "/api" }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: names.all(), securitySchemes: SECURITY_SCHEMES },
  };
}

/** The chapters of the contract, in the order in which they are read. */
const GROUPS: { [G in AnyEndpoint["group"]]: string } = {
  project: "Calls, threads, objects, feedback and annotation queues of a project",
  training: "Models and training jobs",
  accounts: "People, projects, members and keys",
  system: "The service itself",
};

function operationOf(endpoint: AnyEndpoint, names: SchemaNames): OpenApiOperation {
  const parameters = parametersOf(endpoint, names);
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.group],
    security: endpoint.auth.map((scheme) => ({ [scheme]: [] })),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.input.body ? { requestBody: requestBodyOf(endpoint, endpoint.input.body, names) } : {}),
    responses: Object.fromEntries(
      [...new Set([...standingStatuses(endpoint), ...FRONT_STATUSES])]
        .sort((a, b) => a - b)
        .map((status) => [String(status), responseOf(endpoint, { status, names })]),
    ),
  };
}

function parametersOf(endpoint: AnyEndpoint, names: SchemaNames): OpenApiParameter[] {
  const parameters = [
    ...partParameters(endpoint, { place: "path", part: endpoint.input.params, names }),
    ...partParameters(endpoint, { place: "query", part: endpoint.input.query, names }),
  ];
  for (const header of endpoint.queryInHeaders ?? []) {
    const inQuery = parameters.find(({ name }) => name === header);
    if (inQuery) parameters.push({ ...inQuery, in: "header", description: "Instead of the query's" });
  }
  if (endpoint.idempotent)
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "The same request with the same key runs once; its response is kept for a day",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    });
  return parameters;
}

function partParameters(
  endpoint: AnyEndpoint,
  { place, part, names }: { place: "path" | "query"; part: z.Schema | undefined; names: SchemaNames },
): OpenApiParameter[] {
  const schema = part ? wireSchemaOf(part) : {};
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || (schema.required?.includes(name) ?? false),
    schema: names.refer(field, pascal(endpoint.operationId) + pascal(name)),
    ...(endpoint.example?.[name] === undefined ? {} : { example: endpoint.example[name] }),
  }));
}

function requestBodyOf(
  endpoint: AnyEndpoint,
  body: z.Schema,
  names: SchemaNames,
): OpenApiOperation["requestBody"] {
  const name = `${pascal(endpoint.operationId)}Request`;
  const schema = wireSchemaOf(body);
  const example = exampleBody(endpoint);
  if (!endpoint.upload)
    return {
      required: true,
      content: {
        "application/json": { schema: names.referToWhole(schema, name), example },
        ...(endpoint.takesProtobuf ? { [PROTOBUF]: { schema: BYTES } } : {}),
      },
    };
  const properties = { ...schema.properties, file: { type: "string", format: "binary" } };
  const form = { ...schema, properties, required: [...(schema.required ?? []), "file"] };
  return {
    required: true,
    content: { "multipart/form-data": { schema: names.referToWhole(form, name), example } },
  };
}

const PROTOBUF = "application/x-protobuf";
const EVENT_STREAM = "text/event-stream";
const BYTES: JsonSchema = { type: "string", format: "binary" };

/** What of the example travels in the body. */
export function exampleBody(endpoint: AnyEndpoint): Record<string, unknown> {
  const elsewhere = new Set(
    [endpoint.input.params, endpoint.input.query].flatMap((part) =>
      part ? Object.keys(wireSchemaOf(part).properties ?? {}) : [],
    ),
  );
  return Object.fromEntries(Object.entries(endpoint.example ?? {}).filter(([name]) => !elsewhere.has(name)));
}

function responseOf(
  endpoint: AnyEndpoint,
  { status, names }: { status: number; names: SchemaNames },
): OpenApiResponse {
  const headers = { "X-Request-Id": { schema: { type: "string" } }, ...HEADERS[status] };
  const description = STATUS_MEANINGS[status] ?? `Status ${status}`;
  const answersReply = status === 200 || (status === 503 && endpoint.failsUnless !== undefined);
  if (answersReply) {
    const content = Object.fromEntries(
      typesOf(endpoint).map((type) => [type, { schema: replySchemaOf(endpoint, { type, names }) }]),
    );
    return { description: endpoint.streams ? "One JSON object per line" : description, headers, content };
  }
  const body =
    status === 422 ? "HTTPValidationError" : endpoint.group === "project" ? "ProjectError" : "Error";
  const schema = referenceTo(status === 405 ? "ProjectError" : body);
  return { description, headers, content: { "application/json": { schema } } };
}

function replySchemaOf(
  endpoint: AnyEndpoint,
  { type, names }: { type: string; names: SchemaNames },
): JsonSchema {
  if (type === PROTOBUF) return BYTES;
  const operation = pascal(endpoint.operationId);
  const reply = wireSchemaOf(endpoint.reply);
  if (type === EVENT_STREAM) return names.refer(eventSchema(endpoint, reply), `${operation}Event`);
  return names.referToWhole(reply, `${operation}${endpoint.streams ? "Line" : "Response"}`);
}

/** One event of a stream: its data is a text that holds JSON, but for the last of a completion, which is the word `[DONE]`. */
function eventSchema({ events }: AnyEndpoint, contentSchema: JsonSchema): JsonSchema {
  const json = events === true ? { contentMediaType: "application/json", contentSchema } : {};
  return { type: "object", properties: { data: { type: "string", ...json } }, required: ["data"] };
}

/** The media types that a 200 may have. */
function typesOf({ streams, events, downloads, takesProtobuf }: AnyEndpoint): string[] {
  if (downloads !== undefined) return [downloads];
  if (streams) return ["application/x-ndjson"];
  if (events === undefined) return ["application/json", ...(takesProtobuf ? [PROTOBUF] : [])];
  return events === true ? [EVENT_STREAM] : ["application/json", EVENT_STREAM];
}

/** What each status says here, in words. */
export const STATUS_MEANINGS: Partial<Record<number, string>> = {
  200: "Done",
  400: "The request cannot be read, or breaks a rule beyond its types",
  401: "No credential, or an invalid one",
  403: "Not allowed: not a member of the project, insufficient role or key, or a page of another origin",
  404: "It does not exist in this project, or the path has an empty part",
  405: "The path does not support this method",
  408: "The request arrived too slowly",
  409: "The state does not allow it, or the same request is still running",
  413: "The body is larger than the limit",
  414: "The address is too long",
  415: "The type of the body is not supported (usually only JSON is), or it is compressed",
  417: "Expectation not supported; only 100-continue is",
  422: "The input does not fit the contract",
  429: "Too many attempts, or too many requests at the same time; wait",
  431: "The header is too large, or has too many fields",
  500: "A bug in the service, or damaged files",
  502: "An upstream server returned an invalid response",
  503: "A dependency of the service does not respond; try again",
  504: "An upstream server did not respond in time",
};

const SECONDS = { schema: { type: "integer" }, description: "Seconds to wait before the next attempt" };
const HEADERS: Partial<Record<number, Record<string, object>>> = {
  401: { "WWW-Authenticate": { schema: { type: "string" } } },
  405: { Allow: { schema: { type: "string" } } },
  429: { "Retry-After": SECONDS },
  503: { "Retry-After": SECONDS },
};
