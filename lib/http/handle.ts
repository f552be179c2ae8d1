import { recordDenial } from "#lib/audit/record-denial.ts";
import { openProjects } from "#lib/auth/open-projects.ts";
import type { AccountCtx, Actor, Ctx, OpenCtx, Project, ProjectsCtx } from "#lib/context.ts";
import type { AnyEndpoint, InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { database } from "#lib/db/client.ts";
import type { Db } from "#lib/db/database.ts";
import { Forbidden } from "#lib/errors.ts";
import { noteAnswer } from "./answer-notes.ts";
import { authenticate, authenticateIfAny, challengeOf } from "./authenticate.ts";
import { errorResponse } from "./error-response.ts";
import { runOnce } from "./idempotency.ts";
import { jsonResponse } from "./json-response.ts";
import { ndjsonResponse } from "./ndjson.ts";
import { projectPaths } from "./project-paths.ts";
import { readInput } from "./read-input.ts";
import { requestIdOf } from "./request-id.ts";

/** The context that fits what an endpoint needs. */
type CtxOf<E extends AnyEndpoint> = E["auth"] extends readonly []
  ? OpenCtx
  : E["needs"] extends null
    ? AccountCtx
    : E["projectAt"] extends "verb"
      ? AccountCtx
      : E["projectAt"] extends `${string}*${string}`
        ? ProjectsCtx
        : Ctx;

type Answer<E extends AnyEndpoint> = E["streams"] extends true ? AsyncIterable<ReplyOf<E>> : ReplyOf<E>;
type Verb<E extends AnyEndpoint> = (ctx: CtxOf<E>, input: InputOf<E>) => Promise<Answer<E>>;

export type RouteHandler = (
  request: Request,
  route?: { params?: Promise<Record<string, string>> },
) => Promise<Response>;
export type Operation = { endpoint: AnyEndpoint; handler: RouteHandler };

/** Serves an endpoint with its verb: authenticate, read, authorise, run, encode. */
export function handle<E extends AnyEndpoint>(endpoint: E, verb: Verb<E>): Operation {
  // `authorisedAnswer` builds what CtxOf promises and `readInput` what InputOf does; inside the adapter both are opaque.
  const run = verb as unknown as LooseVerb;
  const handler: RouteHandler = async (request, route) => {
    const requestId = requestIdOf(request);
    try {
      const params = (await route?.params) ?? {};
      const response = await answer(request, { endpoint, run, params, requestId });
      response.headers.set("X-Request-Id", requestId);
      return noteAnswer(endpoint, response);
    } catch (error) {
      const response = errorResponse(error, endpoint.group, requestId);
      if (response.status === 401)
        response.headers.set("WWW-Authenticate", challengeOf(endpoint.auth, request.headers));
      return noteAnswer(endpoint, response);
    }
  };
  return { endpoint, handler };
}

type LooseVerb = (ctx: object, input: Record<string, unknown>) => Promise<unknown>;
type Job = { endpoint: AnyEndpoint; run: LooseVerb; params: Record<string, string>; requestId: string };

async function answer(request: Request, job: Job): Promise<Response> {
  const { endpoint, params, requestId } = job;
  const db = database();
  const actor = await actorOf(request, endpoint, db);
  const input = await readInput(request, endpoint, {
    params,
    bySession: actor !== null && actor.key === null,
  });
  try {
    return await authorisedAnswer(request, job, { db, actor, input });
  } catch (error) {
    if (actor && error instanceof Forbidden) {
      const paths = projectPaths(input, endpoint.projectAt);
      await recordDenial({ db, actor, requestId }, { operationId: endpoint.operationId, paths });
    }
    throw error;
  }
}

type Asked = { db: Db; actor: Actor | null; input: Record<string, unknown> };

async function authorisedAnswer(
  request: Request,
  { endpoint, run, requestId }: Job,
  { db, actor, input }: Asked,
): Promise<Response> {
  const projects = await projectsOf(endpoint, { db, actor, input });
  const ctx = {
    actor,
    db,
    requestId,
    signal: request.signal,
    projects,
    project: projects.values().next().value,
  };
  if (endpoint.streams) {
    // What a streaming endpoint's verb answers is lines, as `Answer` says.
    const lines = await run(ctx, input);
    return ndjsonResponse(lines as AsyncIterable<unknown>, endpoint.reply, request);
  }
  const once = endpoint.idempotent ? request.headers.get("idempotency-key") : null;
  if (once === null || actor === null) return jsonResponse(endpoint, await run(ctx, input));
  return runOnce({ key: once, endpoint, actor, input, db }, (tx) => run({ ...ctx, db: tx }, input));
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
