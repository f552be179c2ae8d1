import { once } from "node:events";
import net from "node:net";
import { expect, test } from "vitest";
import { bindSocket } from "./bind-socket.ts";
import { freePort } from "./ports.ts";

test.each(["127.0.0.1", "localhost", "0.0.0.0"])(
  "A process that inherits the socket listens at %s",
  async (host) => {
    const port = await freePort();
    const socket = await bindSocket(host, port);
    const server = net.createServer((connection) => connection.end("served")).listen({ fd: socket.fd });
    await once(server, "listening");
    const [said] = await once(net.connect(port, host === "0.0.0.0" ? "127.0.0.1" : host), "data");
    expect(String(said)).toBe("served");
    await new Promise((resolve) => server.close(resolve));
    // The descriptor was handed over: it is closed with the server.
  },
);

test("A port that somebody listens at is not bound, and it is said", async () => {
  const other = net.createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  if (address === null || typeof address === "string") throw new Error("a server on a port has one");
  await expect(bindSocket("127.0.0.1", address.port)).rejects.toThrow(`Port ${address.port} of 127.0.0.1`);
  await new Promise((resolve) => other.close(resolve));
});
