import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { log } from "#lib/platform/log.ts";
import type { Refusal } from "./request-refusal.ts";

/** How many connections and requests the server holds, and how many of them one caller may have. */
export type Shares = {
  readonly connections: number;
  /** Connections of one address that have sent no request for `silentAfterMs`. */
  readonly silentOfAddress: number;
  /** The first request of hundreds that open at once is read some time later. */
  readonly silentAfterMs: number;
  /** Requests under way; fewer than connections, so that a further one is still heard and answered. */
  readonly requests: number;
  readonly requestsOfAddress: number;
  /** Of one key or session, from whatever addresses. */
  readonly requestsOfCredential: number;
};

export type Caller = { readonly address: string; readonly credential: string | null; readonly path: string };

/** Leaves room for two hundred people at one address, each with two open streams and a running request, and for a program with hundreds of waiting completions. */
export const SHARES: Shares = {
  connections: 1_024,
  silentOfAddress: 256,
  silentAfterMs: 3_000,
  requests: 960,
  requestsOfAddress: 768,
  requestsOfCredential: 512,
};

const WARN_EVERY_MS = 60_000;
/** Health checks are answered however full the service is. */
const HEALTH = /^\/(?:(?:api|traces)\/)?(?:v1\/)?health\/?$/;
const CLOSE = { "Retry-After": "1", Connection: "close" };

type Held = { readonly address: string; hasAsked: boolean; isSilent: boolean; underWay: number };

/**
 * Keeps room for new callers: closes idle connections when all are taken, first the oldest of the address with most of them, and refuses
 * requests beyond the share of an address or a credential. With a proxy (`isProxied`) all connections belong to the proxy, which may keep
 * any number of idle ones; the shares of requests use the addresses that it reports.
 */
export class ConnectionShares {
  readonly #shares: Shares;
  readonly #isProxied: boolean;
  /** The oldest first. */
  readonly #held = new Map<Socket, Held>();
  /** Of connections without a request, and of those among them that are silent. */
  readonly #unasked = new Counts();
  readonly #silent = new Counts();
  readonly #requests = new Counts();
  readonly #ofCredentials = new Counts();
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(shares: Shares, isProxied: boolean) {
    this.#shares = shares;
    this.#isProxied = isProxied;
  }

  /** Registers a new connection, and closes another if there are too many. */
  admit(socket: Socket): void {
    const held: Held = {
      address: socket.remoteAddress ?? "unknown",
      hasAsked: false,
      isSilent: false,
      underWay: 0,
    };
    this.#held.set(socket, held);
    this.#unasked.add(held.address, 1);
    const timer = setTimeout(() => this.#noteSilence(held), this.#shares.silentAfterMs).unref();
    socket.once("close", () => {
      clearTimeout(timer);
      this.#held.delete(socket);
      this.#noteEnd(held);
    });
    if (this.#held.size > this.#shares.connections) this.#makeRoom();
  }

  #noteSilence(held: Held): void {
    if (held.hasAsked) return;
    held.isSilent = true;
    this.#silent.add(held.address, 1);
    if (!this.#isProxied && this.#silent.of(held.address) > this.#shares.silentOfAddress)
      this.#closeOldest((other) => other.isSilent && other.address === held.address);
  }

  /** The end of the time in which a connection has not asked: its first request, or its own end. */
  #noteEnd(held: Held): void {
    if (!held.hasAsked) this.#unasked.add(held.address, -1);
    if (held.isSilent) this.#silent.add(held.address, -1);
    held.hasAsked = true;
    held.isSilent = false;
  }

  /** Counts a request for as long as it is under way; the answer says why it is one too many. */
  take(request: IncomingMessage, response: ServerResponse, caller: Caller): Refusal | null {
    this.#noteUse(request.socket, response);
    if (HEALTH.test(caller.path)) return null;
    const refusal = this.#refusalOf(caller);
    if (!refusal) this.#count(caller, response);
    return refusal;
  }

  #refusalOf({ address, credential }: Caller): Refusal | null {
    const { requests, requestsOfAddress, requestsOfCredential } = this.#shares;
    if (this.#requests.total >= requests) {
      this.#warn();
      return {
        status: 503,
        detail: `The service is already handling ${requests} requests; try again shortly`,
        headers: CLOSE,
      };
    }
    if (this.#requests.of(address) >= requestsOfAddress)
      return tooManyOf("of your address", requestsOfAddress);
    if (credential !== null && this.#ofCredentials.of(credential) >= requestsOfCredential)
      return tooManyOf("with this API key or session", requestsOfCredential);
    return null;
  }

  #count({ address, credential }: Caller, response: ServerResponse): void {
    this.#requests.add(address, 1);
    if (credential !== null) this.#ofCredentials.add(credential, 1);
    response.once("close", () => {
      this.#requests.add(address, -1);
      if (credential !== null) this.#ofCredentials.add(credential, -1);
    });
  }

  #noteUse(socket: Socket, response: ServerResponse): void {
    const held = this.#held.get(socket);
    if (!held) return;
    this.#noteEnd(held);
    held.underWay++;
    response.once("close", () => {
      held.underWay--;
    });
  }

  #makeRoom(): void {
    this.#warn();
    const crowd = this.#unasked.largest();
    if (crowd !== null && this.#closeOldest(({ hasAsked, address }) => !hasAsked && address === crowd))
      return;
    this.#closeOldest(({ underWay }) => underWay === 0);
  }

  #closeOldest(fits: (held: Held) => boolean): boolean {
    for (const [socket, held] of this.#held)
      if (fits(held) && !socket.destroyed) {
        // Its own end comes a moment later; until then it must not be chosen again.
        this.#held.delete(socket);
        socket.destroy();
        return true;
      }
    return false;
  }

  #warn(): void {
    if (performance.now() - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = performance.now();
    const crowd = this.#requests.largest() ?? this.#unasked.largest();
    log.warn(
      { connections: this.#held.size, requests: this.#requests.total, crowd },
      "as many connections or requests as there may be; idle connections are closed, further requests refused",
    );
  }
}

function tooManyOf(whose: string, most: number): Refusal {
  return {
    status: 429,
    detail: `${most} requests ${whose} are running, which is the limit; wait until some end`,
    headers: CLOSE,
  };
}

/** Counts by name; a name that counts nothing is forgotten. */
class Counts {
  readonly #counts = new Map<string, number>();
  total = 0;

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, change: number): void {
    this.total += change;
    const count = this.of(name) + change;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }

  largest(): string | null {
    let found: string | null = null;
    for (const [name, count] of this.#counts) if (found === null || count > this.of(found)) found = name;
    return found;
  }
}
