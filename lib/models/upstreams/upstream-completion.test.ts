import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { RateLimited, Rejected, UpstreamFailed, UpstreamLate } from "#lib/platform/errors.ts";
import { COMPLETION, chunk, events, json, startUpstreamServer } from "#lib/testing/upstream-server.ts";
import type { OpenUpstream } from "./find-upstream.ts";
import { completeUpstream, streamUpstream, type UpstreamCall } from "./upstream-completion.ts";

/** For what happens by itself a moment later, on a machine that may be busy. */
const SOON = { timeout: 10_000, interval: 5 };

const MIB = 1024 * 1024;
let canaryConnections = 0;
const canary = createServer((_, response) => response.end()).on("connection", () => canaryConnections++);
await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
canary.unref();
const canaryUrl = () => `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`;

const WORDS = [
  chunk({ role: "assistant", content: "" }),
  chunk({ content: "From " }),
  chunk({ content: "afar." }),
];
const END = chunk({}, "stop");
const mock = startUpstreamServer({
  fine: json(COMPLETION),
  stream: events([...WORDS, END, "[DONE]"]),
  "stream-without-done": events([...WORDS, END]),
  "stream-with-comments": events([": warming up", ...WORDS, ": ping", END, "[DONE]"]),
  "bad-request": json({ error: { message: "canary", code: "whatever" } }, 400),
  "too-long": json({ error: { message: "canary", code: "context_length_exceeded" } }, 400),
  "wrong-shape": json({ detail: "canary" }, 422),
  "no-key": json({ error: { message: "canary sk-canary" } }, 401),
  forbidden: json("canary", 403),
  gone: json("canary", 404),
  busy: json("canary", 429, { "Retry-After": "7" }),
  "busy-for-ever": json("canary", 429, { "Retry-After": "86400" }),
  "busy-until": json("canary", 429, { "Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT" }),
  broken: json("canary", 500),
  away: json("canary", 503),
  late: json("canary", 504),
  html: json("<html>canary</html>", 200, { "Content-Type": "text/html" }),
  "cut-json": json('{"choices": [', 200),
  "no-choices": json({ choices: "canary" }),
  "error-in-200": json({ error: { message: "canary" }, choices: [] }),
  redirect: (response) => void response.writeHead(302, { Location: canaryUrl() }).end(),
  "redirect-for-good": (response) => void response.writeHead(308, { Location: canaryUrl() }).end(),
  never: () => undefined,
  "head-only": (response) =>
    void response.writeHead(200, { "Content-Type": "application/json" }).flushHeaders(),
  "cut-head": (response) => void response.destroy(),
  "cut-body": (response) => {
    response.writeHead(200, { "Content-Length": "1000" }).write("{");
    response.destroy();
  },
  "huge-answer": async (response) => {
    const part = Buffer.alloc(MIB, "x");
    response.on("error", () => undefined);
    for (let sent = 0; sent < 70 && !response.destroyed; sent++)
      await new Promise((resolve) => response.write(part, resolve));
    response.end();
  },
  "stream-error": events([...WORDS, { error: { message: "canary" } }]),
  "stream-cut": events(WORDS, "cut"),
  "stream-ends": events(WORDS, "end"),
  "stream-done-early": events([...WORDS, "[DONE]"]),
  "stream-nonsense": events(["canary"]),
  "stream-wrong": events([{ choices: {} }]),
  "stream-stays": events(WORDS, "stay"),
});

const never = new AbortController().signal;
const SHORT = { firstByteMs: 300, pauseMs: 300, totalMs: 2_000 };

function upstream(extra: Partial<OpenUpstream> = {}): OpenUpstream {
  return { id: "u", name: "afar", baseUrl: mock.url(), key: "sk-canary", allowPrivate: true, ...extra };
}

function call(model: string, extra: Partial<UpstreamCall> = {}): UpstreamCall {
  return { upstream: upstream(), body: { model, messages: [] }, signal: never, ...extra };
}

const textOf = (chunks: readonly { choices: readonly unknown[] }[]) =>
  chunks
    .map(({ choices }) => (choices[0] as { delta?: { content?: string } })?.delta?.content ?? "")
    .join("");

test("a whole completion comes as the other server wrote it, and the key travels in its header", async () => {
  expect(await completeUpstream(call("fine"))).toEqual(COMPLETION);
  const asked = mock.seen.at(-1);
  expect(asked).toMatchObject({ url: "/v1/chat/completions", body: { model: "fine", messages: [] } });
  expect(asked?.headers).toMatchObject({
    authorization: "Bearer sk-canary",
    "content-type": "application/json",
  });
  await completeUpstream(call("fine", { upstream: upstream({ key: null }) }));
  expect(mock.seen.at(-1)?.headers).not.toHaveProperty("authorization");
});

test.each(["stream", "stream-without-done", "stream-with-comments"])(
  "chunks come as they were sent (%s)",
  async (model) => {
    const chunks = await Array.fromAsync(await streamUpstream(call(model)));
    expect(chunks).toEqual([...WORDS, END]);
  },
);

describe("a refusal", () => {
  test.each<[string, abstract new (...args: never[]) => Error, object]>([
    ["bad-request", Rejected, { code: null }],
    ["too-long", Rejected, { code: "context_length_exceeded" }],
    ["wrong-shape", Rejected, {}],
    ["no-key", UpstreamFailed, { retryable: false }],
    ["forbidden", UpstreamFailed, { retryable: false }],
    ["gone", UpstreamFailed, { retryable: false }],
    ["no-such-model", UpstreamFailed, { retryable: false }],
    ["busy", RateLimited, { retryAfterSeconds: 7 }],
    ["busy-for-ever", RateLimited, { retryAfterSeconds: 120 }],
    ["busy-until", RateLimited, { retryAfterSeconds: 1 }],
    ["broken", UpstreamFailed, { retryable: true }],
    ["away", UpstreamFailed, { retryable: true }],
    ["late", UpstreamLate, {}],
    ["redirect", UpstreamFailed, { retryable: false }],
    ["redirect-for-good", UpstreamFailed, { retryable: false }],
    ["cut-head", UpstreamFailed, {}],
    ["never", UpstreamLate, {}],
  ])(
    "such as %s is reported as what it means here, and in none of its words",
    async (model, kind, expected) => {
      // A server that does answer may be slow to on a busy machine.
      const patience = model === "never" ? { patience: SHORT } : {};
      for (const asked of [completeUpstream, streamUpstream]) {
        const error: unknown = await asked(call(model, patience)).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(kind);
        expect(error).toMatchObject(expected);
        expect(String(error)).toContain("afar");
        expect(String(error)).not.toMatch(/canary|127\.0\.0\.1/);
      }
      expect(canaryConnections).toBe(0);
    },
  );
});

describe("a plain answer", () => {
  test.each(["html", "cut-json", "no-choices", "error-in-200", "cut-body", "stream"])(
    "what is not a completion (%s) is a fault of the upstream",
    async (model) => {
      const error: unknown = await completeUpstream(call(model)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UpstreamFailed);
      expect(String(error)).not.toContain("canary");
    },
  );

  test("that begins and stalls is late", async () => {
    await expect(completeUpstream(call("head-only", { patience: SHORT }))).rejects.toBeInstanceOf(
      UpstreamLate,
    );
  });

  test("that never ends is late", async () => {
    const patience = { ...SHORT, pauseMs: 60_000, totalMs: 300 };
    await expect(completeUpstream(call("head-only", { patience }))).rejects.toBeInstanceOf(UpstreamLate);
  });

  test("that is too large is given up, and its sender let go", async () => {
    await expect(completeUpstream(call("huge-answer"))).rejects.toBeInstanceOf(UpstreamFailed);
    await expect.poll(() => mock.openAnswers(), SOON).toBeLessThan(3);
  });
});

describe("a stream", () => {
  test.each(["stream-error", "stream-cut", "stream-ends", "stream-done-early"])(
    "that breaks off (%s) fails after its last chunk",
    async (model) => {
      const chunks: Awaited<ReturnType<typeof completeUpstream>>[] = [];
      const reading = (async () => {
        for await (const one of await streamUpstream(call(model))) chunks.push(one);
      })();
      await expect(reading).rejects.toBeInstanceOf(UpstreamFailed);
      await expect(reading).rejects.not.toThrow("canary");
      expect(textOf(chunks)).toBe("From afar.");
    },
  );

  test.each(["stream-nonsense", "stream-wrong"])(
    "of something else (%s) is a fault of the upstream",
    async (model) => {
      await expect(Array.fromAsync(await streamUpstream(call(model)))).rejects.toBeInstanceOf(UpstreamFailed);
    },
  );

  test.each(["fine", "html"])(
    "is required: another answer (%s) fails before the first chunk",
    async (model) => {
      await expect(streamUpstream(call(model))).rejects.toBeInstanceOf(UpstreamFailed);
    },
  );

  test("that falls silent is late", async () => {
    const patience = { ...SHORT, firstByteMs: 60_000, totalMs: 60_000 };
    const chunks = await streamUpstream(call("stream-stays", { patience }));
    await expect(Array.fromAsync(chunks)).rejects.toBeInstanceOf(UpstreamLate);
  });

  test("that its reader leaves, or gives up, is ended there", async () => {
    for await (const _ of await streamUpstream(call("stream-stays"))) break;
    const left = new AbortController();
    const chunks = await streamUpstream(call("stream-stays", { signal: left.signal }));
    const reading = Array.fromAsync(chunks);
    left.abort(new Error("gone"));
    await expect(reading).rejects.toThrow("gone");
    const waiting = streamUpstream(call("never", { signal: AbortSignal.any([left.signal]) }));
    await expect(waiting).rejects.toThrow("gone");
    await expect.poll(() => mock.openAnswers(), SOON).toBeLessThan(3);
  });
});

describe("an address that is not allowed", () => {
  test.each([
    ["itself", () => mock.url()],
    ["in other digits", () => mock.url().replace("127.0.0.1", "2130706433")],
    ["by a name", () => mock.url().replace("127.0.0.1", "localhost")],
    ["by a name with a dot", () => mock.url().replace("127.0.0.1", "localhost.")],
    ["of this machine in IPv6", () => mock.url().replace("127.0.0.1", "[::ffff:127.0.0.1]")],
  ])("%s is not connected to", async (_, baseUrl) => {
    const before = mock.seen.length;
    const closed = upstream({ allowPrivate: false, baseUrl: baseUrl() });
    // A connection that was allowed elsewhere is not used for it either.
    await completeUpstream(call("fine"));
    const error: unknown = await completeUpstream(call("fine", { upstream: closed })).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UpstreamFailed);
    expect(mock.seen.length).toBe(before + 1);
  });
});
