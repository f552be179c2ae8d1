import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** How much is still taken from senders whose request was answered before its end. */
export type Linger = {
  readonly bytes: number;
  readonly ms: number;
  readonly silenceMs: number;
  /** How many connections may linger at once; further ones are closed at once. */
  readonly connections: number;
};

/** Many programs read no answer before they have sent the whole body: this takes the rest of one that is a few times too large. */
export const LINGER: Linger = {
  bytes: 128 * 1024 * 1024,
  ms: 30_000,
  silenceMs: 5_000,
  connections: 64,
};

/**
 * A connection that is closed while bytes lie unread is reset, and the answer that its sender has not read yet is lost with it. So where the
 * answer ends the connection and the request still arrives, only our half is closed, and what comes is thrown away until the sender
 * closes too, or has had enough.
 */
export class LingeringClose {
  readonly #limits: Linger;
  #lingering = 0;

  constructor(limits: Linger) {
    this.#limits = limits;
  }

  /** Prepares the connection of a request for the case that Node closes it after the answer. */
  prepare(request: IncomingMessage): void {
    const { socket } = request;
    socket.destroySoon = () => {
      const lingers = !request.complete && !socket.destroyed && this.#lingering < this.#limits.connections;
      if (lingers) this.#linger(socket);
      else Socket.prototype.destroySoon.call(socket);
    };
  }

  #linger(socket: Socket): void {
    const { bytes, ms, silenceMs } = this.#limits;
    const end = () => socket.destroy();
    const timers = [ms, silenceMs].map((allowedMs) => setTimeout(end, allowedMs).unref());
    this.#lingering++;
    socket.once("close", () => {
      this.#lingering--;
      for (const timer of timers) clearTimeout(timer);
    });
    socket.end();
    const last = socket.bytesRead + bytes;
    // Without its listener the parser of HTTP no longer sees what comes, and cannot hold it up for a reader who has left.
    socket.removeAllListeners("data").on("data", () => {
      timers[1]?.refresh();
      if (socket.bytesRead > last) end();
    });
    socket.once("end", end).resume();
  }
}
