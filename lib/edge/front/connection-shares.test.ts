import { expect, test, vi } from "vitest";
import { aFrontServer } from "#lib/testing/front-server.ts";
import { openSockets, rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import type { Shares } from "./connection-shares.ts";
import type { Application } from "./front-server.ts";

const shares: Shares = {
  connections: 8,
  silentOfAddress: 4,
  silentAfterMs: 1,
  requests: 6,
  requestsOfAddress: 4,
  requestsOfCredential: 3,
};

test("Silent connections beyond an address's share make way, the oldest first; a proxy keeps its own until all are taken", async () => {
  const crowd = async (trustProxy: number) => {
    const { port } = await aFrontServer(undefined, trustProxy, { shares });
    const sockets = await openSockets(port, 7);
    const closed: number[] = [];
    for (const [index, socket] of sockets.entries()) socket.once("close", () => closed.push(index));
    return { port, sockets, closed };
  };
  const direct = await crowd(0);
  await vi.waitUntil(() => direct.closed.length === 3, { timeout: 15_000 });
  expect(direct.closed.sort()).toEqual([0, 1, 2]);
  const proxied = await crowd(1);
  for (let times = 0; times < 3; times++)
    expect((await sendRaw(proxied.port, rawRequest("GET", "/"))).status).toBe(200);
  expect(proxied.closed).toEqual([]);
  for (const socket of [...direct.sockets, ...proxied.sockets]) socket.destroy();
});

test("Connections that have just been opened are not silent yet: all of them are answered", async () => {
  const { port } = await aFrontServer(undefined, 0, { shares: { ...shares, silentAfterMs: 60_000 } });
  const sockets = await openSockets(port, 8);
  const answers = sockets.map((socket) => new Promise((resolve) => socket.once("data", resolve)));
  for (const socket of sockets) socket.write(rawRequest("GET", "/"));
  expect((await Promise.all(answers)).map((data) => String(data).split("\r\n")[0])).toEqual(
    Array(8).fill("HTTP/1.1 200 OK"),
  );
});

test("When all connections are taken, idle ones are closed for new ones, and health is always answered", async () => {
  const gate = Promise.withResolvers<void>();
  const waiting: Application = async (request, response) => {
    if (!request.url?.includes("health")) await gate.promise;
    response.end("fine");
  };
  const { port, seen } = await aFrontServer(waiting, 1, { shares });
  const ask = (address: string, path = "/api/x") =>
    sendRaw(port, rawRequest("GET", path, { "X-Forwarded-For": address }));
  const underWay = [...Array(4).fill("10.0.0.1"), "10.0.0.2", "10.0.0.3"].map((address) => ask(address));
  await vi.waitUntil(() => seen.length === 6, { timeout: 15_000 });

  const crowded = await ask("10.0.0.1");
  expect([crowded.status, crowded.headers.get("connection")]).toEqual([503, "close"]);
  await openSockets(port, 12);
  for (const path of ["/v1/health", "/api/v1/health", "/traces/health"])
    expect((await ask("10.0.0.1", path)).status).toBe(200);

  gate.resolve();
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect((await ask("10.0.0.1")).status).toBe(200);
});

/** Asks through a proxy; `/slow` is answered once the gate is open. */
async function aCrowd() {
  const gate = Promise.withResolvers<void>();
  const waiting: Application = async (request, response) => {
    if (request.url === "/slow") await gate.promise;
    response.end("fine");
  };
  const { port, seen } = await aFrontServer(waiting, 1, { shares });
  const ask = (address: string, path: string, headers: Record<string, string> = {}) =>
    sendRaw(port, rawRequest("GET", path, { "X-Forwarded-For": address, ...headers }));
  return { ask, seen, open: gate.resolve };
}

test("Requests of one address beyond its share are a 429 that says so, and others are served", async () => {
  const { ask, seen, open } = await aCrowd();
  const underWay = Array.from({ length: 4 }, () => ask("10.0.0.1", "/slow"));
  await vi.waitUntil(() => seen.length === 4, { timeout: 15_000 });
  const refused = await ask("10.0.0.1", "/");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(JSON.parse(refused.body).detail).toContain("4 requests of your address");
  expect((await ask("10.0.0.2", "/")).status).toBe(200);
  open();
  await Promise.all(underWay);
});

test("Requests of one key or session beyond its share are a 429 wherever they come from, and others are served", async () => {
  const basic = { Authorization: `Basic ${Buffer.from("api:one").toString("base64")}` };
  const credentials: Record<"same" | "again" | "other", Record<string, string>>[] = [
    { same: { Authorization: "Bearer one" }, again: basic, other: { Authorization: "Bearer two" } },
    {
      same: { Cookie: "spindle-session=one" },
      again: { Cookie: "theme=dark; spindle-session=one" },
      other: { Cookie: "spindle-session=two" },
    },
  ];
  for (const { same, again, other } of credentials) {
    const { ask, seen, open } = await aCrowd();
    const underWay = [1, 2, 3].map((host) => ask(`10.0.0.${host}`, "/slow", same));
    await vi.waitUntil(() => seen.length === 3, { timeout: 15_000 });
    const refused = await ask("10.0.0.4", "/", again);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(JSON.parse(refused.body).detail).toBe(
      "3 requests with this API key or session are running, which is the limit; wait until some end",
    );
    for (const [path, headers] of [
      ["/", other],
      ["/", {}],
      ["/v1/health", same],
    ] as const)
      expect((await ask("10.0.0.4", path, headers)).status).toBe(200);
    open();
    await Promise.all(underWay);
    expect((await ask("10.0.0.4", "/", again)).status).toBe(200);
  }
});
