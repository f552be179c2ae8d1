import type {
  AccountCtx,
  Actor,
  Ctx,
  OpenCtx,
  Project,
  ProjectsCtx,
  UploadCtx,
} from "#lib/access/context.ts";
import { openProjects } from "#lib/access/permissions/open-projects.ts";
import { recordDenial } from "#lib/access/permissions/record-denial.ts";
import { requireSomeProject } from "#lib/access/permissions/require-some-project.ts";
import { type AnyEndpoint, DEFAULT_BODY_BYTES, type InputOf, type ReplyOf } from "#lib/contract/endpoint.ts";
import { noteAnswer } from "#lib/edge/answer/answer-notes.ts";
import { cancelUnread } from "#lib/edge/answer/cancel-unread.ts";
import { errorResponse, statusOf } from "#lib/edge/answer/error-response.ts";
import { fileResponse } from "#lib/edge/answer/file-response.ts";
import { jsonResponse } from "#lib/edge/answer/json-response.ts";
import { ndjsonResponse } from "#lib/edge/answer/ndjson.ts";
import { openAiError } from "#lib/edge/answer/openai-error.ts";
import { requestIdOf } from "#lib/edge/answer/request-id.ts";
import { sseResponse } from "#lib/edge/answer/sse.ts";
import { runOnce, runPreparedOnce } from "#lib/edge/body/idempotency.ts";
import { isProtobuf, type ProtobufMessages, protobufResponse } from "#lib/edge/body/protobuf-body.ts";
import { readInput } from "#lib/edge/body/read-input.ts";
import { type Upload, withUpload } from "#lib/edge/body/with-upload.ts";
import { authenticate, authenticateIfAny, challengeOf } from "#lib/edge/session/authenticate.ts";
import { renewSession } from "#lib/edge/session/renew-session.ts";
import { whileAllowed } from "#lib/edge/session/while-allowed.ts";
import { database } from "#lib/platform/db/client.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { asOurError } from "#lib/platform/db/database-error.ts";
import type { PreparedChange } from "#lib/platform/db/prepared-change.ts";
import { Forbidden } from "#lib/platform/errors.ts";
import { FileDownload, StreamDownload } from "#lib/platform/file-download.ts";
import { type ServerEvent, ServerEvents } from "#lib/platform/server-events.ts";
import { projectPaths } from "./project-paths.ts";

/** The context for an endpoint's needs. */
type CtxOf<E extends AnyEndpoint> = E["auth"] extends readonly []
  ? OpenCtx
  : E["upload"] extends true
    ? E["projectAt"] extends "verb"
      ? UploadCtx
      : UploadCtx & Ctx
    : E["needs"] extends null
      ? AccountCtx
      : E["projectAt"] extends "verb"
        ? AccountCtx
        : E["projectAt"] extends `${string}*${string}`
          ? ProjectsCtx
          : Ctx;

type Answer<E extends AnyEndpoint> = E["streams"] extends true
  ? AsyncIterable<ReplyOf<E>>
  : E["downloads"] extends string
    ? FileDownload | StreamDownload
    : E["events"] extends true
      ? ServerEvents
      : E["events"] extends "asked"
        ? ReplyOf<E> | ServerEvents
        : ReplyOf<E>;
type Verb<E extends AnyEndpoint> = (ctx: CtxOf<E>, input: InputOf<E>) => Promise<Answer<E>>;

/** A verb's work before its transaction, if that must not be part of another one, so that an `Idempotency-Key` can cover it. */
type Prepare<E extends AnyEndpoint> = (
  ctx: CtxOf<E>,
  input: InputOf<E>,
) => Promise<PreparedChange<ReplyOf<E>>>;
type Extras<E extends AnyEndpoint> = E["takesProtobuf"] extends true
  ? [{ protobuf: ProtobufMessages }]
  : [{ prepare?: Prepare<E> }?];

export type RouteHandler = (
  request: Request,
  route?: { params?: Promise<Record<string, string>> },
) => Promise<Response>;
export type Operation = { endpoint: AnyEndpoint; handler: RouteHandler };

/** Serves an endpoint with its verb: authenticate, read, authorise, run, encode. One that takes protobuf brings its messages; one whose verb prepares its change, how. */
export function handle<E extends AnyEndpoint>(endpoint: E, verb: Verb<E>, ...[extras]: Extras<E>): Operation {
  // `authorisedAnswer` builds what CtxOf promises and `readInput` what InputOf does; inside the adapter both are opaque.
  const run = verb as unknown as LooseVerb;
  const more = (extras ?? {}) as unknown as LooseExtras;
  const handler: RouteHandler = async (request, route) => {
    const requestId = requestIdOf(request);
    try {
      const params = (await route?.params) ?? {};
      const response = await answer(request, {
        endpoint,
        run,
        params,
        requestId,
        ...more,
      });
      response.headers.set("X-Request-Id", requestId);
      await renewSession(request, endpoint, response);
      cancelUnread(response, request);
      return noteAnswer(endpoint, response);
    } catch (error) {
      if (request.signal.aborted) return new Response(null, { status: CLIENT_GONE });
      const response = errorResponse(error, endpoint, requestId);
      if (response.status === 401)
        response.headers.set("WWW-Authenticate", challengeOf(endpoint.auth, request.headers));
      return noteAnswer(endpoint, response);
    }
  };
  return { endpoint, handler };
}

/** Seen only by callers inside the process: the client has left, and nothing is sent. */
const CLIENT_GONE = 499;

type LooseVerb = (ctx: object, input: Record<string, unknown>) => Promise<unknown>;
type LooseExtras = {
  protobuf?: ProtobufMessages;
  prepare?: (ctx: object, input: Record<string, unknown>) => Promise<PreparedChange<unknown>>;
};
type Job = LooseExtras & {
  endpoint: AnyEndpoint;
  run: LooseVerb;
  params: Record<string, string>;
  requestId: string;
};

async function answer(request: Request, job: Job): Promise<Response> {
  const db = database();
  const actor = await actorOf(request, job.endpoint, db);
  const { upload = false, maxBodyBytes: maxBytes = DEFAULT_BODY_BYTES, maxFiles = 1 } = job.endpoint;
  if (!upload) return answerKnown(request, job, { db, actor });
  // The form names the project. Callers who may upload to no project are refused before it is read.
  if (actor)
    await noteDenial(requireUploader(job.endpoint, { db, actor }), { db, actor, job, paths: () => [] });
  return withUpload(request, { maxBytes, maxFiles }, (form) =>
    answerKnown(request, job, { db, actor, form }),
  );
}

async function answerKnown(
  request: Request,
  job: Job,
  { db, actor, form }: Pick<Asked, "db" | "actor"> & { form?: Upload },
): Promise<Response> {
  const { endpoint, params, protobuf } = job;
  const input = await readInput(request, endpoint, {
    params,
    bySession: actor !== null && actor.key === null,
    ...(form ? { form } : {}),
    ...(protobuf ? { protobuf } : {}),
  });
  const answered = authorisedAnswer(request, job, { db, actor, input, ...(form ? { form } : {}) });
  if (!actor) return answered;
  return noteDenial(answered, { db, actor, job, paths: () => projectPaths(input, endpoint.projectAt) });
}

type Denial = { db: Db; actor: Actor; job: Job; paths: () => Iterable<string> };

async function noteDenial<T>(
  work: Promise<T>,
  { db, actor, job: { endpoint, requestId }, paths }: Denial,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Forbidden)
      await recordDenial({ db, actor, requestId }, { operationId: endpoint.operationId, paths: paths() });
    throw error;
  }
}

async function requireUploader(
  { needs }: AnyEndpoint,
  { db, actor }: { db: Db; actor: Actor },
): Promise<void> {
  if (needs !== null) await requireSomeProject(db, actor, needs);
}

type Asked = { db: Db; actor: Actor | null; input: Record<string, unknown>; form?: Upload };

async function authorisedAnswer(
  request: Request,
  { endpoint, run, requestId, protobuf, prepare }: Job,
  { db, actor, input, form }: Asked,
): Promise<Response> {
  const projects = await projectsOf(endpoint, { db, actor, input });
  const ctx = {
    actor,
    db,
    requestId,
    signal: request.signal,
    projects,
    project: projects.values().next().value,
    file: form?.file,
    files: form?.files,
  };
  if (endpoint.streams) {
    // The verb of a streaming endpoint answers lines, by the type `Answer`.
    const lines = await run(ctx, input);
    return ndjsonResponse(lines as AsyncIterable<unknown>, endpoint.reply, request);
  }
  if (endpoint.events === true) {
    // The verb of an event endpoint answers events, by the type `Answer`.
    const open = (signal: AbortSignal) =>
      run({ ...ctx, signal }, withLastEvent(request, input)) as Promise<ServerEvents>;
    return responseTo(
      endpoint,
      actor ? await whileAllowed({ request, db, actor }, open) : await open(request.signal),
    );
  }
  if (protobuf && isProtobuf(request.headers))
    return protobufResponse(endpoint, await run(ctx, input), protobuf);
  const once = endpoint.idempotent ? request.headers.get("idempotency-key") : null;
  if (once === null || actor === null) return responseTo(endpoint, await run(ctx, input));
  // The same fields with another file are another request.
  const sent = form
    ? { ...input, files: form.files.map(({ filename, sha256 }) => [filename, sha256]) }
    : input;
  const key = { key: once, endpoint, actor, input: sent, db };
  if (prepare) return runPreparedOnce(key, () => prepare(ctx, input));
  return runOnce(key, (tx) => run({ ...ctx, db: tx }, input));
}

/** Browsers send the last event id in a header when they reconnect. */
function withLastEvent(request: Request, input: Record<string, unknown>): Record<string, unknown> {
  return { ...input, lastEventId: request.headers.get("last-event-id") ?? input.lastEventId };
}

async function responseTo(endpoint: AnyEndpoint, answer: unknown): Promise<Response> {
  if (answer instanceof FileDownload || answer instanceof StreamDownload)
    return fileResponse(answer, endpoint.downloads ?? "");
  if (!(answer instanceof ServerEvents)) return jsonResponse(endpoint, answer);
  return sseResponse(answer, endpoint.openAiErrors ? { faultEvent: openAiFault } : {});
}

/** Clients of chat completions take a stream that merely ends for a complete one; this event reports the failure. */
function openAiFault(fault: unknown): ServerEvent {
  const known = asOurError(fault);
  return { data: JSON.stringify({ error: openAiError(known, statusOf(known)) }) };
}

/** Those that the input names; none where the endpoint concerns none, or its verb opens them itself. */
async function projectsOf(
  { needs, projectAt, createsProject = false }: AnyEndpoint,
  { db, actor, input }: Asked,
): Promise<Map<string, Project>> {
  if (needs === null || projectAt === "verb" || !actor) return new Map();
  const paths = projectPaths(input, projectAt);
  return openProjects(db, actor, { paths, permission: needs, creates: createsProject });
}

function actorOf(request: Request, endpoint: AnyEndpoint, db: Db): Promise<Actor | null> {
  return endpoint.auth.length === 0
    ? authenticateIfAny(request, endpoint, db)
    : authenticate(request, endpoint, db);
}
