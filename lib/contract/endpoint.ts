import type { Permission } from "./access.ts";
import type * as z from "./zod.ts";

/**
 * The contract is data: one descriptor an endpoint. `lib/edge` serves it, `lib/client` calls it; OpenAPI, the documentation page
 * and the standard tests read it too.
 */
export type AnyEndpoint = {
  /** The name of the verb, its file and the operation. */
  readonly operationId: string;
  /** Which error body its callers read, and the chapter it stands in. */
  readonly group: "project" | "training" | "accounts" | "system";
  readonly summary: string;
  readonly description?: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, with `{name}` for path parameters on the wire. */
  readonly path: `/${string}`;
  /** How a caller may prove who it is; empty means open to everyone. */
  readonly auth: readonly AuthScheme[];
  /** What the caller must be allowed to do in each project that the input names; null where none is concerned. */
  readonly needs: Permission | null;
  /**
   * Where the input names its project: fields in braces, `*` for each element of a list. `{projectId}` where absent.
   * "verb" where the verb itself asks `requireProject`.
   */
  readonly projectAt?: string;
  /** A project that does not exist yet is made by a caller who may make it. */
  readonly createsProject?: boolean;
  readonly input: Parts;
  /** The body of a 200, or each line of it where `streams` is set. */
  readonly reply: z.Schema;
  readonly streams?: boolean;
  /**
   * Answers server-sent events: always, or where the caller asks for them. The verb answers `ServerEvents`; `reply` then says what
   * a 200 that is not a stream holds, or the `data` of an event where all are streams.
   */
  readonly events?: true | "asked";
  /** The events continue for as long as the reader listens. */
  readonly endless?: boolean;
  /** A 200 is a file of this media type; the verb answers a `FileDownload`. */
  readonly downloads?: string;
  /** Its callers also read the `error` object of the OpenAI form, so that refusals carry both. */
  readonly openAiErrors?: boolean;
  /** Response headers by the field of the verb's answer that fills them. */
  readonly replyHeaders?: Readonly<Record<string, string>>;
  /** A boolean field of the verb's answer; where it is false the same body travels with 503. */
  readonly failsUnless?: string;
  /** Statuses beyond the standing ones (`standingStatuses`) that the verb itself answers. */
  readonly statuses?: readonly number[];
  /** An `Idempotency-Key` header is honoured. */
  readonly idempotent?: boolean;
  /** The body is a form (`multipart/form-data`): the fields of `input.body`, and a part `file` that the verb finds as `ctx.file`. */
  readonly upload?: boolean;
  /** So many parts may be called `file`; one where absent. */
  readonly maxFiles?: number;
  /** The body may come compressed with gzip; the limit holds for what is sent and for what it unpacks to. */
  readonly takesGzip?: boolean;
  /** Body and answer may be protobuf (`application/x-protobuf`) instead of JSON; the route hands `handle` the messages. */
  readonly takesProtobuf?: boolean;
  /** Fields of the query, on the wire, that may come as headers of the same name instead. */
  readonly queryInHeaders?: readonly string[];
  /** 1 MiB where absent. */
  readonly maxBodyBytes?: number;
  /**
   * The body holds training data, more values than any other may; they are this member of it, on the wire, which is a `longList`. A body
   * beyond a mebibyte is read in a thread of its own.
   */
  readonly longList?: string;
  /** Example of the input on the wire, parts together; it stands in the documentation and opens the standard tests. */
  readonly example?: Readonly<Record<string, unknown>>;
};

export type AuthScheme = "bearer" | "basic" | "session";
/** Input by where it travels; each is a wire object. Together they reach the verb as one flat object. */
export type Parts = {
  readonly params?: z.Schema;
  readonly query?: z.Schema;
  readonly body?: z.Schema;
};

/** Callers of the project data group: programs by key, the dashboard by session. */
export const ANY_CREDENTIAL = ["basic", "bearer", "session"] as const satisfies readonly AuthScheme[];

export const MIB = 1024 * 1024;
export const BATCH_BODY_BYTES = 32 * MIB;
export const DEFAULT_BODY_BYTES = MIB;

/** Declares an endpoint, keeping what each of its fields says in its type. */
export function endpoint<const E extends AnyEndpoint>(descriptor: E): E {
  return descriptor;
}

type PartOutput<P> = P extends z.Schema ? z.output<P> : unknown;
/** What the verb takes. */
export type InputOf<E extends AnyEndpoint> = PartOutput<E["input"]["params"]> &
  PartOutput<E["input"]["query"]> &
  PartOutput<E["input"]["body"]>;
/** What the verb answers: the reply, or one line of it. */
export type ReplyOf<E extends AnyEndpoint> = z.output<E["reply"]>;

/** Statuses that the adapter itself can answer, whatever the verb does; those of the system group say their own faults. */
export function standingStatuses(endpoint: AnyEndpoint): number[] {
  const { auth, input } = endpoint;
  const statuses = [200, 405];
  if (endpoint.group !== "system") statuses.push(500, 503);
  if (auth.length > 0) statuses.push(401);
  if (auth.includes("basic") || auth.includes("bearer")) statuses.push(429);
  if (endpoint.needs !== null || auth.includes("session")) statuses.push(403);
  if (input.body) statuses.push(400, 413, 415);
  if (input.body || input.query || input.params) statuses.push(422);
  if (endpoint.idempotent) statuses.push(409);
  if (endpoint.failsUnless) statuses.push(503);
  return [...new Set([...statuses, ...(endpoint.statuses ?? [])])].sort((a, b) => a - b);
}

/** Statuses with which the server in front answers what it does not pass on, or what is not answered in time, whatever the endpoint. */
export const FRONT_STATUSES: readonly number[] = [400, 404, 408, 414, 417, 429, 431, 503];
