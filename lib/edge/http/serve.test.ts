import { expect, test } from "vitest";
import { endpoint } from "#lib/contract/endpoint.ts";
import { identifier, integer } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import { handle } from "./handle.ts";

const readNote = endpoint({
  operationId: "readNote",
  group: "project",
  summary: "Echoes where it was asked for",
  method: "GET",
  path: "/notes/{note_id}",
  auth: [],
  needs: null,
  input: {
    params: wireObject({ noteId: identifier(20) }),
    query: wireObject({ limit: maybe(integer()) }),
  },
  reply: wireObject({ noteId: identifier(), limit: maybe(integer()) }),
});
const dropNote = endpoint({ ...readNote, operationId: "dropNote", method: "DELETE" });

const api = startHarness(
  handle(readNote, async (_, input) => input),
  handle(dropNote, async (_, input) => input),
);
const ask = (method: string, path: string) => api.send(null, { method, path });

test("a path parameter arrives decoded, and decoded once", async () => {
  for (const id of ["a/b", "%41", "a b", "ü", "100%", "a?b#c"]) {
    const response = await ask("GET", `/notes/${encodeURIComponent(id)}`);
    expect((await response.json()).note_id).toBe(id);
  }
});

test("unknown query parameters are ignored and a repeated one counts with its last value", async () => {
  const response = await ask("GET", "/notes/n?other=1&limit=2&limit=3");
  expect(await response.json()).toEqual({ note_id: "n", limit: 3 });
});

test("a path answers with and without a slash at its end", async () => {
  for (const path of ["/notes/n", "/notes/n/"]) expect((await ask("GET", path)).status).toBe(200);
});

test("HEAD is GET without its body", async () => {
  const [head, get] = [await ask("HEAD", "/notes/n"), await ask("GET", "/notes/n")];
  expect(head.status).toBe(200);
  expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
  expect(await head.text()).toBe("");
});

test("OPTIONS names the methods of a path, and the others are refused by naming them", async () => {
  const options = await ask("OPTIONS", "/notes/n");
  expect(options.status).toBe(204);
  for (const method of ["POST", "PUT", "PATCH"]) {
    const response = await ask(method, "/notes/n");
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, DELETE, HEAD, OPTIONS");
    expect(response.headers.get("allow")).toBe(options.headers.get("allow"));
    expect(await response.json()).toEqual({ detail: "Method Not Allowed", reason: "Method Not Allowed" });
  }
});

test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
  "%s of a path that nothing has is a 404 in JSON",
  async (method) => {
    for (const path of ["/nothing", "/notes", "/notes/a/b", "/v1", "/auth-not"]) {
      const response = await ask(method, path);
      expect(response.status, path).toBe(404);
      expect(await response.json()).toEqual({ detail: "Not Found", reason: "Not Found" });
      expect(response.headers.get("x-request-id")).toMatch(/\S/);
    }
  },
);

test("every answer carries the id that the request came with", async () => {
  const port = Number(new URL(api.url).port);
  for (const path of ["/api/notes/n", "/api/nothing", `/api/notes/${"x".repeat(21)}`]) {
    const answer = await sendRaw(port, rawRequest("GET", path, { "X-Request-Id": "request-42" }));
    expect(answer.headers.get("x-request-id"), path).toBe("request-42");
  }
});
