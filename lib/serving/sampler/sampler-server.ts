import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { hashSecret } from "#lib/access/keys/secret-hash.ts";
import { RateLimited } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { generate } from "#lib/serving/generation/generate.ts";
import { ScoreTurns } from "#lib/serving/scoring/score-turns.ts";
import { answerScore } from "./answer-score.internal.ts";
import { Gate } from "./gate.internal.ts";
import type { PolicyStore } from "./policy-store.ts";
import { isPolicyFault } from "./sampler-fault.internal.ts";
import type { GenerateCall, ScoreCall } from "./sampler-protocol.ts";
import { writeFault } from "./write-fault.internal.ts";

/** A chat's body has its own, smaller cap; this one bounds what a mistake can cost. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export type SamplerServerOptions = {
  readonly store: PolicyStore;
  readonly token: string;
  /** Completions that may be under way or waiting, all callers together. */
  readonly capacity: number;
  /** 0 picks a free one. */
  readonly port: number;
};

export type SamplerServer = { readonly url: string; close(): Promise<void> };

/** Answers the web processes on loopback. A caller who closes the connection cancels its generation. */
export async function startSamplerServer(options: SamplerServerOptions): Promise<SamplerServer> {
  const answering = {
    ...options,
    gate: new Gate(options.capacity),
    scoreGate: new Gate(options.capacity),
    turns: new ScoreTurns(() => options.store.load().active > 0),
  };
  const server = http.createServer((request, response) => {
    answer(request, response, answering).catch((error: unknown) => {
      log.error({ err: error }, "an answer of the sampler failed");
      response.destroy();
    });
  });
  // The pauses of a long queue are not a fault, and the callers are our own processes.
  server.requestTimeout = 0;
  server.timeout = 0;
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The sampler's server has no port");
  return { url: `http://127.0.0.1:${address.port}`, close: () => close(server) };
}

async function close(server: http.Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

type Answering = SamplerServerOptions & {
  readonly gate: Gate;
  readonly scoreGate: Gate;
  readonly turns: ScoreTurns;
};

async function answer(request: IncomingMessage, response: ServerResponse, options: Answering): Promise<void> {
  if (!isRightToken(request.headers.authorization, options.token)) return refuse(response, 401);
  if (request.method === "GET" && request.url === "/health") {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(options.store.load()));
    return;
  }
  if (request.method !== "POST" || !(request.url === "/generate" || request.url === "/score"))
    return refuse(response, 404);
  const call = await readCall(request);
  if (call === null) return refuse(response, 413);
  if ("texts" in call) await answerScore(call, response, options);
  else await answerGenerate(call, response, options);
}

/** Compares hashes, so that neither length nor content shows in the time it takes. */
function isRightToken(header: string | undefined, token: string): boolean {
  return timingSafeEqual(hashSecret(header ?? ""), hashSecret(`Bearer ${token}`));
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { Connection: "close" }).end();
}

/** The token has proved that one of our own processes wrote the body, so its form is what the type says; null where it is too large. */
async function readCall(request: IncomingMessage): Promise<GenerateCall | ScoreCall | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as GenerateCall | ScoreCall;
}

async function answerGenerate(
  call: GenerateCall,
  response: ServerResponse,
  { store, gate }: Answering,
): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const leave = gate.enter(call.fairnessKey, call.request.choices);
  if (!leave) return writeFault(response, tooMany());
  try {
    const policy = await store.borrow(call.policy, gone.signal);
    try {
      const { fairnessKey, request } = call;
      await writeEvents(response, generate({ ...policy, fairnessKey, signal: gone.signal }, request));
    } catch (error) {
      if (!gone.signal.aborted && isPolicyFault(error)) policy.retire();
      throw error;
    } finally {
      policy.release();
    }
  } catch (error) {
    if (!gone.signal.aborted) writeFault(response, error);
  } finally {
    leave();
  }
}

function tooMany(): RateLimited {
  return new RateLimited("Too many chat completions are already waiting; try again shortly", 1);
}

/** A line an event, as fast as the reader takes them. */
async function writeEvents(response: ServerResponse, events: AsyncIterable<object>): Promise<void> {
  for await (const event of events) {
    // Nothing more is said of a connection that has closed, not even that it can be written to.
    if (response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, { "Content-Type": "application/x-ndjson" });
    if (!response.write(`${JSON.stringify(event)}\n`)) await drained(response);
  }
  response.end();
}

/** Until the reader has taken what was written, or has left. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const either = Promise.withResolvers<void>();
  const done = () => either.resolve();
  response.once("drain", done).once("close", done);
  await either.promise;
  response.off("drain", done).off("close", done);
}
