import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { ALL_ENDPOINTS } from "#lib/contract/openapi/all.ts";
import type { Operation, RouteHandler } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { credentialName } from "#lib/edge/session/credential-name.ts";
import { askingFor } from "#lib/platform/db/asking-for.ts";

/**
 * Serves every endpoint's `route.ts` over real HTTP on loopback, for tests of routes; Next itself is tested in e2e/.
 * `operations` are served beside them, for tests of the adapter.
 */
export async function startApiServer(
  operations: readonly Operation[] = [],
): Promise<{ url: string; close(): Promise<void> }> {
  // Clients share the thread: where it stands still for seconds, both sides think at once that a connection has been idle for too long.
  const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    const serveIt = () => serveOne(incoming, outgoing, operations);
    // As the front server does.
    const served = askingFor(credentialName(incoming.headers) ?? "address of the tests", serveIt);
    served.catch((error) => outgoing.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The test server has no port");
  return { url: `http://127.0.0.1:${address.port}`, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function serveOne(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  operations: readonly Operation[],
): Promise<void> {
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
  const pathname = url.pathname.replace(/^\/api/, "").replace(/\/$/, "");
  const own = operations.filter(({ endpoint }) => matchPath(endpoint.path, pathname));
  const { handler, params } = own[0]
    ? ownRoute(own, pathname, incoming.method ?? "GET")
    : await findRoute(pathname, incoming.method ?? "GET");
  const gone = new AbortController();
  // As Next does: who has the whole answer is not gone.
  outgoing.on("close", () => outgoing.writableFinished || gone.abort());
  const response = await handler(toRequest(incoming, url, gone.signal), { params: Promise.resolve(params) });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream), outgoing);
}

function toRequest(incoming: IncomingMessage, url: URL, signal: AbortSignal): Request {
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const body = hasBody ? (Readable.toWeb(incoming) as unknown as ReadableStream) : null;
  return new Request(url, {
    method: incoming.method ?? "GET",
    headers,
    body,
    signal,
    duplex: "half",
  } as RequestInit);
}

type Found = { handler: RouteHandler; params: Record<string, string> };

function ownRoute(operations: Operation[], pathname: string, method: string): Found {
  const routes: Record<string, RouteHandler> = serve(...operations);
  const params = matchPath(operations[0]?.endpoint.path ?? "", pathname) ?? {};
  return { handler: routes[method] ?? notServed, params };
}

async function findRoute(pathname: string, method: string): Promise<Found> {
  const path = STATIC_FIRST[segmentsOf(pathname)]?.find((candidate) => matchPath(candidate, pathname));
  const file = path ? routeFile(path) : `${process.cwd()}/app/api/[...path]/route.ts`;
  const route = (await import(/* @vite-ignore */ file)) as Record<string, RouteHandler>;
  return {
    handler: route[method] ?? notServed,
    params: path ? (matchPath(path, pathname) ?? {}) : {},
  };
}

/** Next itself answers methods that a route does not export; ours export all. */
async function notServed(): Promise<Response> {
  return new Response(null, { status: 405 });
}

function routeFile(path: string): string {
  return `${process.cwd()}/app/api${folderOf(path)}/route.ts`;
}

/** `/annotation_queues/{queue_id}` is the folder `/annotation_queues/[queueId]`. */
export function folderOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => `[${camel(name)}]`);
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** As Next does, a written segment wins over a parameter. By how many segments they have, as thousands of requests look for theirs. */
const STATIC_FIRST = Object.groupBy(
  [...new Set(ALL_ENDPOINTS.map(({ path }) => path))].sort(
    (a, b) => a.split("{").length - b.split("{").length,
  ),
  segmentsOf,
);

function segmentsOf(path: string): number {
  return path.split("/").length;
}

function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const { names, form } = compiled(pattern);
  const found = form.exec(pathname);
  // Next hands decoded parameters to its routes.
  return found
    ? Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1] ?? "")]))
    : null;
}

type PathForm = { names: readonly string[]; form: RegExp };
const FORMS = new Map<string, PathForm>();

function compiled(pattern: string): PathForm {
  const known = FORMS.get(pattern);
  if (known) return known;
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => camel(name));
  const source = pattern.replaceAll(".", "\\.").replace(/\{\w+\}/g, "([^/]+)");
  const made = { names, form: new RegExp(`^${source}$`) };
  FORMS.set(pattern, made);
  return made;
}
