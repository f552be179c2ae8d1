import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Answers = {
  start: Answer;
  /** For a request that may not wait, and closes the connection. Its answer, too, is sent after those before it. */
  refuse: Answer;
};

type Turn = { readonly request: IncomingMessage | null; readonly begin: () => void };
type Turns = { running: IncomingMessage; waiting: Turn[]; isFull: boolean; isBroken: boolean };

/** How many requests of one connection may wait for the one that runs. */
export const MAX_WAITING = 32;

/**
 * Runs the requests of a connection one after another. A sender need not wait for answers, and Node starts whatever has arrived: a request
 * would run beside one that it relies on, and also after an answer that closes the connection, where its own is never sent.
 */
export class TurnsOnConnection {
  readonly #turns = new WeakMap<Duplex, Turns>();

  take(request: IncomingMessage, response: ServerResponse, { start, refuse }: Answers): void {
    const { socket } = request;
    const turns = this.#turns.get(socket);
    const begin = () => {
      response.once("close", () => this.#next(socket));
      start(request, response);
    };
    if (!turns) {
      this.#turns.set(socket, { running: request, waiting: [], isFull: false, isBroken: false });
      begin();
    } else if (turns.waiting.length < MAX_WAITING) turns.waiting.push({ request, begin });
    else if (turns.isFull) {
      // Never sent, as the connection closes before. Node stops to read where much waits to be sent.
      response.end();
    } else {
      turns.isFull = true;
      refuse(request, response);
    }
  }

  /** Calls `refuse` for bytes that are no request: at once, or after the answers to the whole requests before them. */
  breakOff(socket: Duplex, refuse: () => void): void {
    const turns = this.#turns.get(socket);
    if (!turns?.running.complete) {
      refuse();
      return;
    }
    // What follows is no request either.
    if (turns.isBroken) return;
    turns.isBroken = true;
    const whole = turns.waiting.filter(({ request }) => request?.complete);
    turns.waiting = [...whole, { request: null, begin: refuse }];
  }

  #next(socket: Duplex): void {
    const turns = this.#turns.get(socket);
    // What still comes on a connection that is over finds its turns, and waits for ever.
    if (!turns || socket.destroyed || socket.writableEnded) return;
    const next = turns.waiting.shift();
    if (!next) this.#turns.delete(socket);
    else {
      turns.running = next.request ?? turns.running;
      next.begin();
    }
  }
}
