import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * HTTP/1.0 knows no chunks: where the length is not known, a body ends with its connection. Node closes one that broke off as it closes one that
 * is whole, so its reader, often a proxy that passes it on, would take it for whole. Only a reset says that it is not.
 */
export function resetIfBrokenOff({ socket, httpVersion }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== "1.0") return;
  const { destroy } = response;
  response.destroy = (error) => {
    if (response.headersSent && !response.writableFinished) socket.resetAndDestroy();
    return destroy.call(response, error);
  };
}
