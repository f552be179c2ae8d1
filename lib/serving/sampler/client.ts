import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { samplerAddress } from "#lib/platform/env.ts";
import { Damaged, RateLimited, Rejected, SpindleError, Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import type { GenerationEvent } from "#lib/serving/generation/generation-event.ts";
import type { TextScores } from "#lib/serving/scoring/score-request.ts";
import { type GenerateCall, SamplerFault, SamplerHealth, type ScoreCall } from "./sampler-protocol.ts";

/** The requested weights differ from those that were written. */
export class CorruptPolicy extends Damaged {}

/**
 * Generates in the sampler's process. Answers once the prompt was accepted, with the events from `start` on; leaving them ends the work.
 * Throws `Rejected`, `RateLimited`, `CorruptPolicy` or `Unavailable`, also in the middle.
 */
export async function generateRemotely(
  call: GenerateCall,
  signal: AbortSignal,
): Promise<AsyncIterable<GenerationEvent>> {
  const response = await send({ method: "POST", path: "/generate", body: JSON.stringify(call), signal });
  if (response.statusCode === 200) return eventsOf(response, signal);
  throw errorOf(await textOf(response));
}

/** Scores texts in the sampler's process. Throws as `generateRemotely` does; a text that cannot be scored is refused by itself. */
export async function scoreRemotely(call: ScoreCall, signal: AbortSignal): Promise<TextScores[]> {
  const response = await send({ method: "POST", path: "/score", body: JSON.stringify(call), signal });
  const text = await textOf(response);
  if (response.statusCode !== 200) throw errorOf(text);
  // Our own process wrote it; its form is what the type says.
  return (JSON.parse(text) as { scores: TextScores[] }).scores;
}

/** The sampler's current load. Throws `Unavailable` if it does not answer. */
export async function samplerHealth(signal: AbortSignal): Promise<SamplerHealth> {
  const response = await send({ method: "GET", path: "/health", signal });
  return SamplerHealth.parse(JSON.parse(await textOf(response)));
}

type Ask = { method: string; path: string; body?: string; signal: AbortSignal };

async function send(ask: Ask): Promise<IncomingMessage> {
  try {
    return await sendOnce(ask, agent());
  } catch (error) {
    ask.signal.throwIfAborted();
    // The sampler had closed a kept-alive connection, and may have closed others, so open a new one.
    if (error instanceof StaleConnection) return sendOnce(ask, false);
    throw error;
  }
}

class StaleConnection extends Error {}

async function sendOnce(
  { method, path, body, signal }: Ask,
  agent: http.Agent | false,
): Promise<IncomingMessage> {
  const address = samplerAddress();
  if (!address) throw away(new Error("This process has no sampler; start the service with npm start"));
  const request = http.request(new URL(path, address.url), {
    method,
    agent,
    signal,
    headers: { Authorization: `Bearer ${address.token}`, "Content-Type": "application/json" },
  });
  // Once the answer has begun, the answer reports its own errors.
  request.on("error", () => undefined);
  request.end(body);
  try {
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return response;
  } catch (error) {
    signal.throwIfAborted();
    throw request.reusedSocket ? new StaleConnection() : away(error);
  }
}

function agent(): http.Agent {
  return processWide("sampler-agent", () => new http.Agent({ keepAlive: true, maxFreeSockets: 64 }));
}

function away(error: unknown): Unavailable {
  log.warn({ err: error }, "the sampler does not answer");
  return new Unavailable("The sampler does not answer; try again shortly");
}

async function* eventsOf(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
  try {
    for await (const line of linesOf(response)) {
      if (line.startsWith('{"fault"')) throw errorOf(line);
      // Our own process wrote the line; its form is what the type says.
      yield JSON.parse(line) as GenerationEvent;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof SpindleError ? error : away(error);
  } finally {
    response.destroy();
  }
}

/** Throws where the answer is cut short. */
async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function errorOf(text: string): Error {
  const read = SamplerFault.safeParse(readJson(text));
  if (!read.success) return away(new Error("the sampler's answer has another form"));
  const { kind, message, code, param, retryAfterSeconds } = read.data.fault;
  switch (kind) {
    case "rate_limited":
      return new RateLimited(message, retryAfterSeconds);
    case "rejected":
      return new Rejected(message, {
        ...(code === null ? {} : { code }),
        ...(param === null ? {} : { param }),
      });
    case "corrupt":
      return new CorruptPolicy("The model's files are damaged; use another step, or train a new one");
    case "missing":
      return new MissingFiles(
        `The model's files are missing (${message}); put them back into the data folder, or use another step`,
      );
    case "busy":
      return new Unavailable(message);
    case "failed":
      return new Damaged(message);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
