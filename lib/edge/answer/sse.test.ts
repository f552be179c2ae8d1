import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { endpoint } from "#lib/contract/endpoint.ts";
import { integer, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import { handle } from "#lib/edge/http/handle.ts";
import { type ServerEvent, ServerEvents } from "#lib/platform/server-events.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { sseResponse } from "./sse.ts";

/** Counts what is drawn from it, and notes when it is left. */
function source(count: number, { failAt = -1 } = {}) {
  const seen = { drawn: 0, left: false };
  async function* events(): AsyncGenerator<ServerEvent> {
    try {
      for (let n = 0; n < count; n++) {
        if (n === failAt) throw new Error("the database went away");
        seen.drawn++;
        yield { data: String(n) };
      }
    } finally {
      seen.left = true;
    }
  }
  return { seen, events: new ServerEvents(events()) };
}

const failNumbers = endpoint({
  operationId: "failNumbers",
  group: "training",
  summary: "Events of numbers that stop with a fault",
  method: "POST",
  path: "/trial/events",
  auth: [],
  needs: null,
  input: { body: wireObject({ count: integer(), failAt: integer() }) },
  reply: wireObject({ answer: text() }),
  events: "asked",
  openAiErrors: true,
});

const api = startHarness(
  handle(failNumbers, async (_, { count, failAt }) =>
    count === 0 ? { answer: "none" } : source(count, { failAt }).events,
  ),
);

test("events come in order with their names, and a text of several lines stays one event", async () => {
  async function* events(): AsyncGenerator<ServerEvent> {
    yield { data: "one\ntwo", id: "7", event: "news" };
    yield { data: "three" };
  }
  const response = sseResponse(new ServerEvents(events(), { retryMs: 2000 }));
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(await response.text()).toBe(
    "retry: 2000\n\nid: 7\nevent: news\ndata: one\ndata: two\n\ndata: three\n\n",
  );
});

test("no event is made before the reader wants it, and a reader who leaves ends them", async () => {
  const { seen, events } = source(1000);
  const reader = sseResponse(events).body?.getReader();
  expect(seen.drawn).toBe(0);
  await reader?.read();
  await reader?.read();
  expect(seen.drawn).toBe(2);
  await reader?.cancel();
  expect(seen.left).toBe(true);
});

test("while nothing happens a heartbeat keeps the connection alive, and no event is lost to it", async () => {
  const gate = Promise.withResolvers<void>();
  async function* events(): AsyncGenerator<ServerEvent> {
    await gate.promise;
    yield { data: "late" };
  }
  const reader = sseResponse(new ServerEvents(events()), { heartbeatMs: 1 }).body?.getReader();
  const read = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await read()).toBe(": still here\n\n");
  gate.resolve();
  let text = await read();
  while (text.startsWith(":")) text = await read();
  expect(text).toBe("data: late\n\n");
  expect((await reader?.read())?.done).toBe(true);
});

test("a reader who leaves while nothing happens is not waited for", async () => {
  async function* events(): AsyncGenerator<ServerEvent> {
    await sleep(60_000, undefined, { ref: false });
    yield { data: "never" };
  }
  const reader = sseResponse(new ServerEvents(events()), { heartbeatMs: 1 }).body?.getReader();
  await reader?.read();
  await expect(reader?.cancel()).resolves.toBeUndefined();
});

test("over HTTP a fault is sent as the last event, and then the connection is aborted", async () => {
  const response = await api.send(null, { path: failNumbers.path, body: { count: 10, fail_at: 3 } });
  expect(response.status).toBe(200);
  const received: Uint8Array[] = [];
  const reading = (async () => {
    for await (const part of response.body ?? []) received.push(part);
  })();
  await expect(reading).rejects.toThrow();
  const events = Buffer.concat(received).toString().trimEnd().split("\n\n");
  expect(events.slice(0, 3)).toEqual(["data: 0", "data: 1", "data: 2"]);
  expect(JSON.parse(events[3]?.slice(6) ?? "")).toEqual({
    error: { message: "Internal Server Error", type: "server_error", param: null, code: "internal_error" },
  });
  expect(events).toHaveLength(4);
});

test("an endpoint that streams where it is asked to answers JSON otherwise, and a whole stream ends cleanly", async () => {
  const plain = await api.send(null, { path: failNumbers.path, body: { count: 0, fail_at: 0 } });
  expect(await plain.json()).toEqual({ answer: "none" });
  const stream = await api.send(null, { path: failNumbers.path, body: { count: 2, fail_at: 9 } });
  expect(await stream.text()).toBe("data: 0\n\ndata: 1\n\n");
});

test("a refusal carries the OpenAI error object beside the detail", async () => {
  const response = await api.send(null, { path: failNumbers.path, body: { count: "ten" } });
  expect(response.status).toBe(422);
  const { detail, error } = await response.json();
  expect(detail).toHaveLength(2);
  expect(error).toEqual({
    message: expect.stringContaining("body.count: Input should be a valid integer"),
    type: "invalid_request_error",
    param: "count",
    code: "int_parsing",
  });
});
