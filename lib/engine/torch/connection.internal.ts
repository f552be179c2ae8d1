import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { portError } from "./port-error.internal.ts";
import type { TorchServer } from "./server-process.internal.ts";
import { type Body, decodeBody, encodeBody, type Fields, type NumberArray } from "./wire.internal.ts";

export type Arrays = ReadonlyMap<string, NumberArray>;
export const NO_ARRAYS: Arrays = new Map();

/** The server takes us for gone after two minutes of silence. */
const BEAT_MS = 20_000;
/** How often a call is sent whose answer was lost. */
const TRIES = 3;
/** Within which a server's end is seen after its connections broke off. */
const END_SEEN_MS = 2000;

/** This process's session with a server. */
export class Connection {
  readonly #server: TorchServer;
  readonly #session = randomUUID();
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #beats: NodeJS.Timeout;

  constructor(server: TorchServer) {
    this.#server = server;
    this.#beats = setInterval(() => this.call("beat", {}).catch(() => undefined), BEAT_MS);
    this.#beats.unref();
  }

  /** Why it is of no use any more, or null. */
  get ended(): string | null {
    return this.#server.ended();
  }

  /** A call with a number is sent again where its answer was lost: the server knows it and says the same. */
  async call(operation: string, fields: Fields, arrays = NO_ARRAYS, sequence?: number): Promise<Body> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#callOnce(operation, { fields, arrays }, sequence);
      } catch (error) {
        if (!(error instanceof LostAnswer)) throw error;
        await Promise.race([this.#server.end, pause(END_SEEN_MS, undefined, { ref: false })]);
        if (this.ended !== null || sequence === undefined || attempt === TRIES) throw this.#away(error);
      }
    }
  }

  /** What is open at the server under a handle. */
  async open(operation: string, fields: Fields): Promise<{ handle: RemoteHandle; facts: Body }> {
    const facts = await this.call(operation, fields);
    return { handle: new RemoteHandle(this, String(facts.fields.handle)), facts };
  }

  /** The lines that a handle's server says until it is closed. Throws `EngineFault` where they break off. */
  async *lines(operation: string, fields: Fields): AsyncGenerator<string> {
    try {
      const response = await this.#send(operation, { fields, arrays: NO_ARRAYS }, undefined, false);
      if (response.statusCode !== 200) throw portError(await bodyOf(response));
      yield* linesOf(response);
    } catch (error) {
      throw error instanceof LostAnswer ? this.#away(error) : error;
    }
  }

  close(): void {
    clearInterval(this.#beats);
    this.#agent.destroy();
  }

  async #callOnce(operation: string, body: Body, sequence: number | undefined): Promise<Body> {
    const response = await this.#send(operation, body, sequence, this.#agent);
    const answer = await bodyOf(response);
    if (response.statusCode === 200) return answer;
    throw portError(answer);
  }

  async #send(
    operation: string,
    body: Body,
    sequence: number | undefined,
    agent: http.Agent | false,
  ): Promise<IncomingMessage> {
    const { contentType, bytes } = encodeBody(body);
    const request = http.request(new URL(`/v1/${operation}`, this.#server.url), {
      method: "POST",
      agent,
      headers: {
        Authorization: `Bearer ${this.#server.token}`,
        "Content-Type": contentType,
        "Content-Length": bytes.length,
        "X-Spindle-Session": this.#session,
        ...(sequence === undefined ? {} : { "X-Spindle-Sequence": sequence }),
      },
    });
    // Once the answer has begun, the answer reports what happens.
    request.on("error", () => undefined);
    request.end(bytes);
    const [response] = (await once(request, "response").catch(lost)) as [IncomingMessage];
    return response;
  }

  #away(cause: unknown): EngineFault {
    return new EngineFault(this.ended ?? "The engine's server does not answer", { cause });
  }
}

/** Something that is open at a server; its calls are numbered and come one after the other. */
export class RemoteHandle {
  readonly #connection: Connection;
  readonly #name: string;
  #sequence = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, name: string) {
    this.#connection = connection;
    this.#name = name;
  }

  /** Waits for the calls before it, however they ended. */
  call(operation: string, fields: Fields = {}, arrays = NO_ARRAYS): Promise<Body> {
    const result = this.#last.then(() => {
      this.#sequence += 1;
      return this.#connection.call(operation, this.#named(fields), arrays, this.#sequence);
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Beside the others, without a number. */
  send(operation: string, fields: Fields = {}, arrays = NO_ARRAYS): Promise<Body> {
    return this.#connection.call(operation, this.#named(fields), arrays);
  }

  /** The lines that the server says of it. */
  lines(operation: string): AsyncGenerator<string> {
    return this.#connection.lines(operation, this.#named({}));
  }

  /** What its server opened from it. */
  async open(operation: string): Promise<{ handle: RemoteHandle; facts: Body }> {
    const facts = await this.call(operation);
    return { handle: new RemoteHandle(this.#connection, String(facts.fields.handle)), facts };
  }

  async close(): Promise<void> {
    await this.#last;
    // A server that is gone holds nothing any more.
    if (this.#connection.ended === null) await this.send("close");
  }

  #named(fields: Fields): Fields {
    return { ...fields, handle: this.#name };
  }
}

class LostAnswer extends Error {}

function lost(cause: unknown): never {
  throw new LostAnswer("The connection broke off", { cause });
}

async function bodyOf(response: IncomingMessage): Promise<Body> {
  return decodeBody(response.headers["content-type"], await buffer(response).catch(lost));
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of response) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    lost(error);
  }
}
