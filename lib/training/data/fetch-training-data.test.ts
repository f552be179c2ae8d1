import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import http, { type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { env, overrideSettings } from "#lib/platform/env.ts";
import { Rejected, Unavailable } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { fetchTrainingData, type Network } from "./fetch-training-data.ts";

/** Reaches the servers of this file, which are on this machine and speak plain HTTP. */
const LOOPBACK: Network = {
  rules: { allowPrivate: true },
  addressOf: (text) => new URL(text),
  request: http.request,
};

const before = env().SPINDLE_DATA_DIR;
const servers: http.Server[] = [];
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "spindle-fetch-"));
  overrideSettings({ SPINDLE_DATA_DIR: folder });
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});
afterAll(async () => {
  overrideSettings({ SPINDLE_DATA_DIR: before });
  await rm(folder, { recursive: true, force: true });
});

/** A server, how often it was asked, and where. */
async function serving(answer: RequestListener): Promise<{ url: string; port: number; asked: () => number }> {
  let asked = 0;
  const server = http.createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, asked: () => asked };
}

const aTarget = () => jobPath(newId(), "fetched.jsonl");
const filesBeside = (target: string) => readdir(path.dirname(absolutePath(target)));
const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end();

test("data are fetched whole, over redirects, and once", async () => {
  const data = await serving((_, response) => response.end('{"messages": []}\n'.repeat(100_000)));
  const { url } = await serving(redirectTo(`${data.url}/rows`));
  const target = aTarget();
  await fetchTrainingData(url, target, LOOPBACK);
  await fetchTrainingData(url, target, LOOPBACK);
  expect(await readFile(absolutePath(target), "utf8")).toBe('{"messages": []}\n'.repeat(100_000));
  expect(data.asked()).toBe(1);
});

test("two that fetch the same data at once do not write into each other's, and the first that are whole stay", async () => {
  const slow = Promise.withResolvers<ServerResponse>();
  const { url } = await serving((request, response) => {
    if (request.url === "/quick") response.end("quick\n".repeat(1000));
    else response.write("slow\n", () => slow.resolve(response));
  });
  const target = aTarget();
  const first = fetchTrainingData(`${url}/slow`, target, LOOPBACK);
  const held = await slow.promise;
  await fetchTrainingData(`${url}/quick`, target, LOOPBACK);
  held.end("slow\n".repeat(2000));
  await first;
  expect(await readFile(absolutePath(target), "utf8")).toBe("quick\n".repeat(1000));
  expect(await filesBeside(target)).toEqual(["fetched.jsonl"]);
});

test("data that break off leave no file", async () => {
  const { url } = await serving((_, response) => {
    response.writeHead(200, { "content-length": "1000" }).write("a few", () => response.destroy());
  });
  const target = aTarget();
  await expect(fetchTrainingData(url, target, LOOPBACK)).rejects.toThrow(Unavailable);
  expect(await filesBeside(target)).toEqual([]);
});

test.each<[string, RequestListener, typeof Rejected | typeof Unavailable, RegExp]>([
  ["not found", (_, response) => response.writeHead(404).end(), Rejected, /answered 404/],
  ["a fault of the server", (_, response) => response.writeHead(503).end(), Unavailable, /answered 503/],
  [
    "compressed data",
    (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
    Rejected,
    /compressed \(gzip\)/,
  ],
  [
    "data that say that they are too large",
    (_, response) => response.writeHead(200, { "content-length": String(2 ** 40) }).flushHeaders(),
    Rejected,
    /larger than/,
  ],
])("%s is classified by whether a retry can help", async (_, answer, kind, text) => {
  const { url } = await serving(answer);
  const fetched = fetchTrainingData(url, aTarget(), LOOPBACK);
  await expect(fetched).rejects.toThrow(kind);
  await expect(fetched).rejects.toThrow(text);
});

test("an address that cannot be reached says whether it is the name, a closed port or a connection that broke", async () => {
  const closed = await serving(() => undefined);
  await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
  const breaking = await serving((request) => request.socket.destroy());
  const faults: [string, RegExp][] = [
    ["http://no-such-host.invalid/rows?signature=secret", /no-such-host.invalid cannot be found: .*\(DNS\)/],
    [`${closed.url}/rows`, /127\.0\.0\.1:\d+ refused the connection/],
    [`${breaking.url}/rows`, /broke the connection off/],
  ];
  for (const [address, text] of faults) {
    const fault = await fetchTrainingData(address, aTarget(), LOOPBACK).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Unavailable);
    expect(String(fault)).toMatch(text);
    expect(String(fault)).not.toContain("secret");
  }
});

test("redirects in a circle come to an end", async () => {
  const server = await serving((request, response) =>
    redirectTo(`http://${request.headers.host}/again`)(request, response),
  );
  await expect(fetchTrainingData(server.url, aTarget(), LOOPBACK)).rejects.toThrow(/more than 5 times/);
  expect(server.asked()).toBe(6);
});

test.each([
  ["by number", (port: number) => `https://127.0.0.1:${port}/`],
  ["by name", (port: number) => `https://localhost:${port}/`],
  ["by a name with a trailing dot", (port: number) => `https://localhost.:${port}/`],
  ["in IPv6", (port: number) => `https://[::1]:${port}/`],
  ["as IPv4 inside IPv6", (port: number) => `https://[::ffff:127.0.0.1]:${port}/`],
  ["of no machine at all", (port: number) => `https://0.0.0.0:${port}/`],
])("this machine is never asked, addressed %s", async (_, address) => {
  const canary = await serving((_request, response) => response.end("secret"));
  await expect(fetchTrainingData(address(canary.port), aTarget())).rejects.toThrow(
    /not fetched|could not be fetched/,
  );
  expect(canary.asked()).toBe(0);
});

test("a redirect into a private network is not followed", async () => {
  const canary = await serving((_, response) => response.end("secret"));
  const open = await serving(redirectTo(`${canary.url}/metadata`));
  // The first hop is allowed, every other one is looked at by the rules that hold for everyone.
  const network: Network = {
    ...LOOPBACK,
    addressOf: (text) => new URL(text.startsWith(open.url) ? text : "https://169.254.169.254/"),
  };
  await expect(fetchTrainingData(open.url, aTarget(), network)).rejects.toThrow(/never allowed/);
  expect(canary.asked()).toBe(0);
});
