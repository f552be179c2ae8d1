import net from "node:net";
import { expect, test } from "vitest";
import { aFrontServer } from "#lib/testing/front-server.ts";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";

test("While it stops, a running request ends whole and no new connection is accepted", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { front, port } = await aFrontServer(async (_, response) => {
    begin();
    await gate;
    response.end("whole");
  });
  const slow = sendRaw(port, rawRequest("GET", "/slow"));
  await begun;
  const drained = front.drain(5_000);
  await expect(sendRaw(port, rawRequest("GET", "/"))).rejects.toThrow();
  open();
  expect(await slow).toMatchObject({ status: 200, body: "whole" });
  await drained;
});

test("A connection that its client keeps open does not delay the stop once its answer is out", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { front, port } = await aFrontServer(async (_, response) => {
    begin();
    await gate;
    response.end("whole");
  });
  const answer = sendRaw(port, rawRequest("GET", "/", { Connection: "keep-alive" }));
  await begun;
  const drained = front.drain(60_000);
  open();
  await drained;
  expect((await answer).body).toBe("whole");
});

test("A request that arrives on an open connection while the service stops is refused with a retry hint", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { front, port } = await aFrontServer(async (_, response) => {
    begin();
    await gate;
    response.end("whole");
  });
  const received: string[] = [];
  const socket = net.connect(port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("data", (chunk) => received.push(String(chunk)));
  socket.write(rawRequest("GET", "/first", { Connection: "keep-alive" }));
  await begun;
  const drained = front.drain(5_000);
  socket.write(rawRequest("GET", "/second", { Connection: "keep-alive" }));
  open();
  await Promise.all([drained, closed]);
  expect(received.join("")).toMatch(/200 OK[\s\S]*whole/);
  // The second is either refused or its connection closed unread; it is never half served.
  expect(
    received
      .join("")
      .match(/HTTP\/1\.1 \d+/g)
      ?.slice(1) ?? [],
  ).not.toContain("HTTP/1.1 200");
});

test("A request that never ends is cut when the time to stop is over", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { front, port } = await aFrontServer(() => {
    begin();
    return new Promise<void>(() => undefined);
  });
  const stuck = sendRaw(port, rawRequest("GET", "/")).catch(() => null);
  await begun;
  await front.drain(50);
  await stuck;
  expect(front.server.listening).toBe(false);
});

test("A stream of events that somebody watches does not delay the stop; one that answers a question ends whole", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { front, port } = await aFrontServer(async (request, response) => {
    response.setHeader("Content-Type", "text/event-stream; charset=utf-8");
    response.write("data: first\n\n");
    const isWatched = request.method === "GET";
    begun[isWatched ? 0 : 1]?.resolve();
    // A watched stream never ends by itself.
    if (isWatched) await new Promise(() => undefined);
    await gate;
    response.end("data: last\n\n");
  });
  const watching = sendRaw(port, rawRequest("GET", "/api/live")).catch(() => "cut");
  const asking = sendRaw(port, rawRequest("POST", "/api/chat", { "Content-Length": "0" }));
  await Promise.all(begun.map(({ promise }) => promise));
  const drained = front.drain(60_000);
  await watching;
  open();
  await drained;
  expect((await asking).body).toContain("data: last");
});
