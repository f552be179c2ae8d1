import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  dict,
  dictOf,
  enumeration,
  finiteNumber,
  identifier,
  instant,
  integer,
  list,
  oneOf,
  projectId,
  text,
} from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import { handle } from "#lib/edge/http/handle.ts";
import { startHarness } from "#lib/testing/harness.ts";

/** An endpoint with a field of every kind. */
const trial = endpoint({
  operationId: "trial",
  group: "project",
  summary: "A field of every kind",
  method: "POST",
  path: "/trial/{queue_id}",
  auth: [],
  needs: null,
  input: {
    params: wireObject({ queueId: identifier(8) }),
    query: wireObject({ limit: maybe(integer({ min: 1, max: 100 })), deep: maybe(bool) }),
    body: wireObject(
      {
        projectId,
        name: text({ min: 1, max: 10 }),
        ids: list(identifier(8), { min: 1, max: 3 }),
        kind: oneOf(["a", "b", "c"]),
        state: enumeration(["unstarted", "in_progress", "completed", "skipped"]),
        weight: finiteNumber,
        count: integer({ min: 0, max: 10 }),
        at: instant,
        on: bool,
        payload: dict,
        scores: dictOf(finiteNumber, 3),
        parts: list(wireObject({ ref: identifier(), score: maybe(finiteNumber) })),
        filter: maybe(wireObject({ after: maybe(instant) })),
        strict: maybe(z.strictObject({ a: z.string() })),
        authorRef: maybe(identifier()),
      },
      { aliases: { author_ref: "sender_ref" } },
    ),
  },
  reply: wireObject({}),
});

type Golden = { name: string; path: string; body: string; detail: unknown };
const golden: Golden[] = JSON.parse(
  readFileSync(new URL("./validation.golden.json", import.meta.url), "utf8"),
);
const api = startHarness(handle(trial, async () => ({})));

test.each(golden)("$name", async ({ path, body, detail }) => {
  const response = await api.send(null, { path, body });
  const answer = await response.json();
  expect(answer).toEqual({ detail });
  expect(response.status).toBe(422);
  // Clients and people read the three fields in this order.
  for (const problem of answer.detail) expect(Object.keys(problem)).toEqual(["type", "loc", "msg"]);
});

test("an input without a fault is taken, whatever form its values may have", async () => {
  const body = {
    project_id: "acme/support",
    name: "refunds",
    ids: ["a"],
    kind: "a",
    state: "unstarted",
    weight: 1,
    count: "3",
    at: 1767225600,
    on: "true",
    payload: {},
    scores: {},
    parts: [],
    filter: null,
    strict: null,
    author_ref: "r",
    sender_ref: "r",
    another: 1,
  };
  const response = await api.send(null, { path: "/trial/q1?limit=5&unknown=1&deep=false", body });
  expect(await response.json()).toEqual({});
});
