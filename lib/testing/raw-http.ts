import net from "node:net";

/** What came back over a raw connection until the other side closed it. */
export type RawAnswer = {
  status: number;
  headers: Map<string, string>;
  body: string;
  /** From the last byte sent to the end of the connection. */
  ms: number;
};

/** Sends bytes as they are, and reads until the server closes. Callers add `Connection: close` where the server would keep it open. */
export function sendRaw(port: number, request: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const start = performance.now();
    const socket = net.connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("error", (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.once("close", () =>
      resolve({ ...parseAnswer(Buffer.concat(chunks)), ms: performance.now() - start }),
    );
  });
}

/** Connections that send nothing by themselves; all have been made, and some may be closed again. */
export async function openSockets(port: number, count: number): Promise<net.Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    net.connect(port, "127.0.0.1").on("error", () => undefined),
  );
  const made = (socket: net.Socket) =>
    new Promise<void>((resolve) => {
      for (const event of ["connect", "close"] as const) socket.once(event, () => resolve());
    });
  await Promise.all(sockets.map(made));
  // Who does not read does not hear of the end either.
  for (const socket of sockets) socket.resume();
  return sockets;
}

/** A request without a body that asks the server to close afterwards. */
export function rawRequest(method: string, target: string, headers: Record<string, string> = {}): string {
  const all = { Host: "127.0.0.1", Connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

function parseAnswer(bytes: Buffer): Omit<RawAnswer, "ms"> {
  const text = bytes.toString("utf8");
  const split = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = (split < 0 ? text : text.slice(0, split)).split("\r\n");
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const body = split < 0 ? "" : text.slice(split + 4);
  return { status: Number(first.split(" ")[1] ?? 0), headers: new Map(pairs), body };
}
