import net from "node:net";
import { HANGS_AFTER_MS, type Target } from "./answer-of.ts";

/** The status, 0 for a connection that was closed without one, or that nothing came. */
export function sendRequest(port: number, request: string): Promise<number | "hung"> {
  return new Promise((resolve) => {
    let text = "";
    const socket = net.connect(port, "127.0.0.1", () => socket.write(request));
    const timer = setTimeout(() => {
      socket.destroy();
      resolve("hung");
    }, HANGS_AFTER_MS);
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      clearTimeout(timer);
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0));
    });
  });
}

export function authorizationOf({ key }: Target): { Authorization: string } {
  return { Authorization: `Bearer ${key}` };
}
