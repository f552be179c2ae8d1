import { createHmac } from "node:crypto";
import http, { type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Network } from "#lib/models/upstreams/send-signed.ts";
import { postSigned } from "./post-signed.ts";

/** Reaches the servers of this file, which are on this machine and speak plain HTTP. */
const LOOPBACK: Network = { rules: { allowPrivate: true }, isPlainAllowed: true };
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const never = new AbortController().signal;

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serving(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify`;
}

const post = (url: string, more: Partial<Parameters<typeof postSigned>[0]> = {}, network = LOOPBACK) =>
  postSigned(
    { url, body: { item: {} }, secret: SECRET, timeoutSeconds: 10, signal: never, ...more },
    network,
  );

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks = await Array.fromAsync(request);
  return Buffer.concat(chunks).toString("utf8");
}

test("what is posted is signed as a Standard Webhook, and the answer comes back", async () => {
  let isRight = false;
  const url = await serving(async (request, response) => {
    const {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signature,
    } = request.headers;
    const signed = `${id}.${timestamp}.${await bodyOf(request)}`;
    const expected = createHmac("sha256", Buffer.alloc(32, 7)).update(signed).digest("base64");
    isRight = signature === `v1,${expected}` && Math.abs(Number(timestamp) - Date.now() / 1000) < 60;
    response.end(JSON.stringify({ reward: 0.5 }));
  });
  expect(await post(url)).toEqual({ reward: 0.5 });
  expect(isRight).toBe(true);
});

test("what may be chance is tried again with the same id, and what is not is an error at once", async () => {
  const ids: unknown[] = [];
  const answers = [503, 502, 200];
  const url = await serving((request, response) => {
    ids.push(request.headers["webhook-id"]);
    response.writeHead(answers[ids.length - 1] ?? 404).end(JSON.stringify({ reward: 1 }));
  });
  expect(await post(url)).toEqual({ reward: 1 });
  expect(new Set(ids).size).toBe(1);
  await expect(post(url)).rejects.toMatchObject({
    reason: "verifier_failed",
    message: expect.stringContaining("404"),
  });
  expect(ids).toHaveLength(4);
});

test("a redirect is not followed, nonsense and large answers are no rewards", async () => {
  const elsewhere = await serving((_, response) => response.end(JSON.stringify({ reward: 1 })));
  const redirect = await serving((_, response) => response.writeHead(302, { location: elsewhere }).end());
  const nonsense = await serving((_, response) => response.end("<html>"));
  const large = await serving((_, response) => response.end(`"${"x".repeat(1024 * 1024)}"`));
  for (const [url, text] of [
    [redirect, "302"],
    [nonsense, "did not answer with JSON"],
    [large, "more than 1048576 bytes"],
  ] as const)
    await expect(post(url)).rejects.toMatchObject({
      reason: "verifier_failed",
      message: expect.stringContaining(text),
    });
});

test("addresses that are not public are not asked", async () => {
  const url = await serving((_, response) => response.end("{}"));
  const publicOnly = { rules: { allowPrivate: false }, isPlainAllowed: true };
  for (const address of [url, url.replace("127.0.0.1", "localhost"), "http://169.254.169.254/latest"])
    await expect(post(address, {}, publicOnly)).rejects.toMatchObject({ reason: "verifier_failed" });
  await expect(post(url, {}, { ...publicOnly, isPlainAllowed: false })).rejects.toThrow("https://host/path");
});

test("who leaves ends it", async () => {
  const left = new AbortController();
  const url = await serving(() => left.abort(new Error("gone")));
  await expect(post(url, { signal: left.signal })).rejects.toThrow("gone");
});

test("an address that does not answer in time is named as such", async () => {
  let asked = 0;
  const url = await serving(() => {
    asked += 1;
  });
  await expect(post(url, { timeoutSeconds: 0.05 })).rejects.toMatchObject({
    reason: "verifier_failed",
    message: expect.stringContaining("did not respond in time"),
  });
  expect(asked).toBe(3);
});
