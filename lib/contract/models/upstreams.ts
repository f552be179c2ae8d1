import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, identifier, integer, list, oneOf, storable, text, timestamp } from "#lib/contract/fields.ts";
import { PAGE_QUERY, pageOf } from "#lib/contract/paging.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

const MAX_MODELS = 1000;
const MAX_KEY_CHARACTERS = 4096;

/** Stands before the slash of the model names that it serves. */
const upstreamName = storable(text({ max: 64 }).check(z.regex(/^[a-z0-9][a-z0-9._-]*$/)));

export const Upstream = wireObject({
  id: text(),
  name: text(),
  baseUrl: text(),
  /** The key itself is never sent. */
  hasKey: bool,
  models: list(text()),
  allowPrivate: bool,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Upstream = z.output<typeof Upstream>;

/** What an upstream is set to; `api_key` is written and never read back. */
const settings = {
  name: upstreamName,
  /** Up to the version, such as `https://api.example.com/v1`. */
  baseUrl: identifier(2048),
  /** Absent leaves it as it is; an empty text takes it away. */
  apiKey: maybe(text({ max: MAX_KEY_CHARACTERS })),
  /** Names that it serves; without any it is asked for them. */
  models: withDefault(list(identifier(512), { max: MAX_MODELS }), []),
  /** Its address may be in a private network or on this machine. */
  allowPrivate: withDefault(bool, false),
};

const shared = { group: "training", auth: ["bearer", "session"], needs: null } as const;
const path = wireObject({ upstreamId: identifier() });
const EXAMPLE = { name: "local-vllm", base_url: "http://127.0.0.1:8000/v1", allow_private: true };
const EXAMPLE_ID = { upstream_id: "019a5b32-0000-7000-8000-000000000001" };
const ONLY_ADMINS = "Only for admins of the instance, by session or by a key that can manage all projects.";

export const listUpstreams = endpoint({
  ...shared,
  operationId: "listUpstreams",
  summary: "List the servers that chat completions are forwarded to",
  description: ONLY_ADMINS,
  method: "GET",
  path: "/v1/upstreams",
  input: { query: wireObject(PAGE_QUERY) },
  reply: pageOf(Upstream),
  example: { limit: 20 },
});

export const createUpstream = endpoint({
  ...shared,
  operationId: "createUpstream",
  summary: "Add a server that answers chat completions",
  description: `Any OpenAI-compatible server; requests name its models as \`<name>/<model>\`. Addresses in private networks are refused unless \`allow_private\` is true; cloud metadata addresses are always refused. ${ONLY_ADMINS}`,
  method: "POST",
  path: "/v1/upstreams",
  input: { body: wireObject(settings) },
  reply: Upstream,
  statuses: [409],
  example: EXAMPLE,
});

/** Why a server could not be asked, or was no use. */
export const UPSTREAM_PROBLEMS = [
  "address",
  "dns",
  "refused",
  "time_out",
  "tls",
  "unreachable",
  "broken",
  "status",
  "answer",
] as const;

export const checkUpstream = endpoint({
  ...shared,
  operationId: "checkUpstream",
  summary: "Tests whether a server responds, without saving anything",
  description: `Asks it for its models, within ten seconds. With \`upstream_id\` and no \`api_key\`, the key of that upstream is used, but only for its own host. ${ONLY_ADMINS}`,
  method: "POST",
  path: "/v1/upstreams/check",
  input: {
    body: wireObject({
      upstreamId: maybe(identifier()),
      baseUrl: settings.baseUrl,
      apiKey: settings.apiKey,
      allowPrivate: settings.allowPrivate,
    }),
  },
  reply: wireObject({
    /** Null where it answered as it should. */
    problem: z.nullable(oneOf(UPSTREAM_PROBLEMS)),
    text: text(),
    /** The models that it lists, if any. */
    models: list(text()),
    durationMs: integer(),
  }),
  statuses: [404],
  example: { base_url: "http://127.0.0.1:8000/v1", allow_private: true },
});

export const updateUpstream = endpoint({
  ...shared,
  operationId: "updateUpstream",
  summary: "Replace the settings of an upstream",
  description: `Without \`api_key\`, its key does not change; if \`base_url\` moves to another host, send the key again. ${ONLY_ADMINS}`,
  method: "PUT",
  path: "/v1/upstreams/{upstream_id}",
  input: { params: path, body: wireObject(settings) },
  reply: Upstream,
  statuses: [404, 409],
  example: { ...EXAMPLE_ID, ...EXAMPLE },
});

export const deleteUpstream = endpoint({
  ...shared,
  operationId: "deleteUpstream",
  summary: "Remove an upstream and its key",
  description: ONLY_ADMINS,
  method: "DELETE",
  path: "/v1/upstreams/{upstream_id}",
  input: { params: path },
  reply: wireObject({}),
  statuses: [404],
  example: EXAMPLE_ID,
});
