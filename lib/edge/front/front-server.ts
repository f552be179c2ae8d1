import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { isApiPath, securityHeaders } from "#lib/edge/answer/security-headers.ts";
import { credentialName } from "#lib/edge/session/credential-name.ts";
import { CLIENT_ADDRESS_HEADER } from "#lib/edge/session/key-failures.ts";
import { askingFor } from "#lib/platform/db/asking-for.ts";
import { log } from "#lib/platform/log.ts";
import { ANSWER_PATIENCE, type AnswerPatience, watchAnswer } from "./answer-patience.ts";
import { askForBodyWhenRead } from "./ask-for-body.ts";
import { PATIENCE, type Patience, watchBody } from "./body-patience.ts";
import { ConnectionShares, SHARES, type Shares } from "./connection-shares.ts";
import { LINGER, type Linger, LingeringClose } from "./lingering-close.ts";
import { prepareHeaders } from "./request-headers.ts";
import { pathOf, type Refusal, refusalOf } from "./request-refusal.ts";
import { resetIfBrokenOff } from "./reset-if-broken-off.ts";
import { guardResponse } from "./response-guard.ts";
import { MAX_WAITING, TurnsOnConnection } from "./turns-on-connection.ts";

/** Answers a request that has passed the checks. */
export type Application = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type FrontOptions = {
  application: Application;
  /** How many reverse proxies in front may be believed. */
  trustProxy: number;
  /** Whether browsers reach us by https. */
  https: boolean;
  /** Development only: WebSocket upgrades for which this is true go to the listeners that Next adds. */
  allowUpgrade?: (request: IncomingMessage) => boolean;
  /** How slowly a body may come. */
  patience?: Patience;
  /** How long an answer may take to begin. */
  answerPatience?: AnswerPatience;
  /** How many connections and requests there may be, of one caller and of all. */
  shares?: Shares;
  /** How much is still taken of a request that was answered before its end. */
  linger?: Linger;
  /** How long a connection may be silent in both directions, in ms. */
  idleMs?: number;
};

/** The HTTP server and the way to end it. */
export type FrontServer = {
  server: http.Server;
  /** Stops accepting, ends streams that only watch, lets running requests finish, and after `forceAfterMs` cuts those that have not. */
  drain(forceAfterMs: number): Promise<void>;
};

const SOCKET_IDLE_MS = 120_000;
const SWEEP_EVERY_MS = 50;
const MAX_LOGGED_PATH_CHARS = 512;
/** A dozen places listen for the end of a response; Node warns of a leak at more than ten listeners. */
const MAX_RESPONSE_LISTENERS = 30;
/** The address of an invitation's page is a secret until the invited person has used it. */
const INVITATION_PATH = /^(\/invitations)\/.+/;
/** The logged status of a caller who left before the answer; it is never sent. */
const CLIENT_GONE = 499;

const LIMITS: http.ServerOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  // `watchBody` bounds the bodies.
  requestTimeout: 0,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  // `refusalOf` asks for it, and says so in its answer.
  requireHostHeader: false,
  insecureHTTPParser: false,
};

/** The server in front of Next: bounds the cost of a connection, refuses malformed requests, and logs each answer. */
export function createFrontServer(options: FrontOptions): FrontServer {
  const state = { draining: false };
  const awaited = new WeakMap<Duplex, ServerResponse>();
  const open = new Set<ServerResponse>();
  const shares = new ConnectionShares(options.shares ?? SHARES, options.trustProxy > 0);
  const closing = new LingeringClose(options.linger ?? LINGER);
  const shouldUpgradeCallback = (request: IncomingMessage) =>
    request.headers.upgrade?.toLowerCase() === "websocket" || options.allowUpgrade?.(request) === true;
  const turns = new TurnsOnConnection();
  const start = (request: IncomingMessage, response: ServerResponse) => {
    awaited.set(request.socket, response);
    open.add(response);
    closing.prepare(request);
    response.once("close", () => open.delete(response));
    void answer(request, response, { ...options, held: shares, refusal: state.draining ? DRAINING : null });
  };
  const refuseTurn = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response, { ...options, held: shares, refusal: TOO_MANY_WAITING });
  const take = (request: IncomingMessage, response: ServerResponse) =>
    turns.take(request, response, { start, refuse: refuseTurn });
  const server = http.createServer({ ...LIMITS, shouldUpgradeCallback }, take);
  // Node itself would answer these without a word; `refusalOf` finds them.
  server.on("checkExpectation", take);
  server.on("checkContinue", (request, response) => {
    askForBodyWhenRead(request, response);
    take(request, response);
  });
  server.on("connection", (socket) => shares.admit(socket));
  // A reader that takes nothing for this long is gone; streams that have nothing to say send a heartbeat sooner. A caller who waits for an
  // answer that has not begun has nothing to take, and `watchAnswer` bounds the wait.
  server.setTimeout(options.idleMs ?? SOCKET_IDLE_MS, (socket) => {
    const response = awaited.get(socket);
    if (isWaiting(response)) return;
    response?.destroy();
    socket.destroy();
  });
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    // The answer before it closes the connection.
    if (error.code === AFTER_THE_LAST && isUnanswered(awaited.get(socket))) return;
    if (error.code === "ECONNRESET") socket.destroy();
    else turns.breakOff(socket, () => refuseUnparsable(error, socket, awaited.get(socket)));
  });
  server.on("upgrade", (request, socket) => {
    if (options.allowUpgrade?.(request) !== true) refuseSocket(socket, 400, "WebSocket is not supported");
  });
  return { server, drain: (forceAfterMs) => drain({ server, state, open }, forceAfterMs) };
}

/** Whether the request has arrived whole and its answer has not begun. */
function isWaiting(response: ServerResponse | undefined): boolean {
  return response?.req.complete === true && !response.headersSent;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: FrontOptions & { held: ConnectionShares; refusal: Refusal | null },
): Promise<void> {
  // A reader who stops takes the connection off the request.
  const { socket } = request;
  const path = pathOf(request.url ?? "");
  const requestId = prepareHeaders(request, options.trustProxy);
  response.setMaxListeners(MAX_RESPONSE_LISTENERS);
  logWhenDone(request, response, requestId);
  guardResponse(response, {
    takesPages: !isApiPath(path) && takesPages(request),
    defaults: securityHeaders(path, options.https),
    forced: { "X-Request-Id": requestId, ...(options.refusal ? { Connection: "close" } : {}) },
  });
  resetIfBrokenOff(request, response);
  watchBody(request, response, {
    patience: options.patience ?? PATIENCE,
    giveUp: () =>
      response.headersSent ? socket.destroy() : refuseSocket(socket, 408, "The body arrived too slowly"),
  });
  watchAnswer(response, path, {
    patience: options.answerPatience ?? ANSWER_PATIENCE,
    giveUp: () => {
      log.error({ requestId, path: loggedPath(request) }, "a request was not answered in time");
      refuseSocket(socket, 503, "The service took too long; try again shortly");
    },
  });
  const address = String(request.headers[CLIENT_ADDRESS_HEADER]);
  const credential = credentialName(request.headers);
  const crowded = options.held.take(request, response, { address, credential, path });
  const refusal = options.refusal ?? refusalOf(request) ?? crowded;
  if (refusal) {
    refuse(response, refusal);
    return;
  }
  try {
    // Requests without a credential are queued by address.
    await askingFor(credential ?? `address ${address}`, () => options.application(request, response));
  } catch (error) {
    log.error({ requestId, err: error }, "the application failed");
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 500, detail: "Internal Server Error" });
  }
}

/** Browsers name HTML, and their own fetches of parts of pages come with a header of Next's; any other client is a program. */
function takesPages({ headers }: IncomingMessage): boolean {
  return headers.rsc !== undefined || /\btext\/html\b/i.test(headers.accept ?? "");
}

const DRAINING: Refusal = {
  status: 503,
  detail: "The service is stopping; try again shortly",
  headers: { "Retry-After": "1" },
};

const TOO_MANY_WAITING: Refusal = {
  status: 429,
  detail: `More than ${MAX_WAITING} requests wait on this connection; wait for answers, or use more connections`,
  headers: { "Retry-After": "1", Connection: "close" },
};

function refuse(response: ServerResponse, { status, detail, headers }: Refusal): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify({ detail }));
}

function logWhenDone(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const start = performance.now();
  const method = request.method;
  const path = loggedPath(request);
  response.once("close", () => {
    const ms = Math.round(performance.now() - start);
    log.info({ requestId, method, path, status: loggedStatus(response), ms }, "request");
  });
}

/** An answer that broke off was ours to finish, unless the caller left. */
function loggedStatus(response: ServerResponse): number {
  if (response.writableFinished) return response.statusCode;
  return response.errored ? 500 : CLIENT_GONE;
}

function loggedPath(request: IncomingMessage): string {
  return pathOf(request.url ?? "")
    .replace(INVITATION_PATH, "$1/[token]")
    .slice(0, MAX_LOGGED_PATH_CHARS);
}

/** Node's name for bytes after a request that was to be the last. */
const AFTER_THE_LAST = "HPE_CLOSED_CONNECTION";

function isUnanswered(response: ServerResponse | undefined): boolean {
  return response !== undefined && !response.writableFinished;
}

/** Bytes that are no HTTP request, or one that came too slowly. An answer that has begun cannot become another one. */
function refuseUnparsable(
  error: Error & { code?: string },
  socket: Duplex,
  response: ServerResponse | undefined,
): void {
  const hasBegun = isUnanswered(response) && response?.headersSent === true;
  if (!socket.writable || hasBegun) {
    socket.destroy();
    return;
  }
  if (error.code === "HPE_HEADER_OVERFLOW")
    refuseSocket(socket, 431, `The header is larger than ${LIMITS.maxHeaderSize} bytes`);
  else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
    refuseSocket(socket, 408, "The request arrived too slowly");
  else refuseSocket(socket, 400, "Malformed request");
}

/** Writes a whole answer without a response object, and closes. */
function refuseSocket(socket: Duplex, status: number, detail: string): void {
  const body = JSON.stringify({ detail });
  const headers = {
    ...securityHeaders("/api", false),
    "Content-Type": "application/json",
    ...(status === 503 ? { "Retry-After": "1" } : {}),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join("")}`;
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
}

type Draining = { server: http.Server; state: { draining: boolean }; open: ReadonlySet<ServerResponse> };

async function drain({ server, state, open }: Draining, forceAfterMs: number): Promise<void> {
  state.draining = true;
  for (const response of open) if (onlyWatches(response)) response.destroy();
  const force = setTimeout(() => {
    for (const response of open) response.destroy();
    server.closeAllConnections();
  }, forceAfterMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was busy at first is idle, and still open, once its answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}

/** A stream that is read with GET may be endless, and its reader can reconnect and resume. */
function onlyWatches(response: ServerResponse): boolean {
  const type = String(response.getHeader("content-type") ?? "");
  return response.req.method === "GET" && type.startsWith("text/event-stream");
}
