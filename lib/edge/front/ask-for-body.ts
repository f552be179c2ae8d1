import type { IncomingMessage, ServerResponse } from "node:http";

const unasked = new WeakSet<IncomingMessage>();

/**
 * Says `100 Continue` when the body is first read, to a sender who waits for it. Until then an answer may come without a body having been
 * sent for nothing: one to a request without a key, or with a declared length that is too large. Node closes the connection after it.
 */
export function askForBodyWhenRead(request: IncomingMessage, response: ServerResponse): void {
  unasked.add(request);
  const read = request._read.bind(request);
  request._read = (size) => {
    request._read = read;
    unasked.delete(request);
    // After an answer, what is read is thrown away.
    if (!response.headersSent) response.writeContinue();
    read(size);
  };
}

/** Whether the sender of the body still waits for a word of ours. */
export function waitsToBeAsked(request: IncomingMessage): boolean {
  return unasked.has(request);
}
