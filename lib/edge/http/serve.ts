import { noteAnswer } from "#lib/edge/answer/answer-notes.ts";
import { requestIdOf } from "#lib/edge/answer/request-id.ts";
import type { Operation, RouteHandler } from "./handle.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/** All methods of one path: the given operations, and an honest 405 with `Allow` for the rest. */
export function serve(...operations: Operation[]): Record<Method, RouteHandler> {
  const allowed = allowedMethods(operations);
  const handlerOf = (method: Method): RouteHandler => {
    const operation = operations.find(({ endpoint }) => endpoint.method === method);
    if (operation) return operation.handler;
    if (method === "OPTIONS")
      return async () => new Response(null, { status: 204, headers: { Allow: allowed } });
    const get = method === "HEAD" ? operations.find(({ endpoint }) => endpoint.method === "GET") : undefined;
    if (get) return withoutBody(get.handler);
    return async (request) => {
      const response = methodNotAllowed(request, allowed);
      for (const { endpoint } of operations) noteAnswer(endpoint, response);
      return response;
    };
  };
  // One entry for each method, which the type of `fromEntries` cannot say.
  return Object.fromEntries(METHODS.map((method) => [method, handlerOf(method)])) as Record<
    Method,
    RouteHandler
  >;
}

function methodNotAllowed(request: Request, allowed: string): Response {
  const headers = { Allow: allowed, "X-Request-Id": requestIdOf(request) };
  const text = "Method Not Allowed";
  return Response.json({ detail: text, reason: text }, { status: 405, headers });
}

/** What answers under paths that no route has, whatever the method. */
export const notFound = async (request: Request): Promise<Response> => {
  const headers = { "X-Request-Id": requestIdOf(request) };
  const text = "Not Found";
  return Response.json({ detail: text, reason: text }, { status: 404, headers });
};

function allowedMethods(operations: Operation[]): string {
  const methods: string[] = operations.map(({ endpoint }) => endpoint.method);
  if (methods.includes("GET")) methods.push("HEAD");
  return [...methods, "OPTIONS"].join(", ");
}

function withoutBody(handler: RouteHandler): RouteHandler {
  return async (request, route) => {
    const { status, headers, body } = await handler(request, route);
    await body?.cancel();
    return new Response(null, { status, headers });
  };
}
