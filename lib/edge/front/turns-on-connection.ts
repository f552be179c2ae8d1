import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Turn = () => void;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
type Answers = {
  start: Answer;
  /** For a request that may not wait. Its answer, too, is sent after those before it. */
  refuse: Answer;
};

/** How many requests of one connection may wait for the one that runs. */
export const MAX_WAITING = 32;

/**
 * Runs the requests of a connection one after another. A sender need not wait for answers, and Node starts whatever has arrived: a request
 * would run beside one that it relies on, and also after an answer that closes the connection, where its own is never sent.
 */
export class TurnsOnConnection {
  readonly #waiting = new WeakMap<Socket, Turn[]>();

  take(request: IncomingMessage, response: ServerResponse, { start, refuse }: Answers): void {
    const { socket } = request;
    const waiting = this.#waiting.get(socket);
    const begin = () => {
      response.once("close", () => this.#next(socket));
      start(request, response);
    };
    if (!waiting) {
      this.#waiting.set(socket, []);
      begin();
    } else if (waiting.length < MAX_WAITING) waiting.push(begin);
    else refuse(request, response);
  }

  #next(socket: Socket): void {
    const isOver = socket.destroyed || socket.writableEnded;
    const next = isOver ? undefined : this.#waiting.get(socket)?.shift();
    if (next) next();
    // What still comes on a connection that is over finds its list, and waits for ever.
    else if (!isOver) this.#waiting.delete(socket);
  }
}
