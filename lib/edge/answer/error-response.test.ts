import { expect, test } from "vitest";
import { ApiError } from "#lib/client/api-error.ts";
import * as errors from "#lib/platform/errors.ts";
import { errorResponse } from "./error-response.ts";

const problems = [{ type: "missing", loc: ["body", "name"], msg: "Field required" }];

test.each<[string, Error, number, Record<string, string>]>([
  ["an unreadable request", new errors.Unreadable("no"), 400, {}],
  ["a broken rule", new errors.Rejected("no"), 400, {}],
  ["no credential", new errors.Unauthenticated(), 401, { "www-authenticate": 'Bearer, Basic realm="api"' }],
  ["what is not allowed", new errors.Forbidden("no"), 403, {}],
  ["what does not exist", new errors.NotFound("no"), 404, {}],
  ["a state that does not allow it", new errors.Conflict("no"), 409, { "x-should-retry": "false" }],
  ["a state that may pass", new errors.Conflict("no", { retryable: true }), 409, { "retry-after": "1" }],
  ["a large body", new errors.TooLarge("no"), 413, { connection: "close" }],
  ["another type", new errors.UnsupportedMediaType("no"), 415, { accept: "application/json" }],
  ["too many tries", new errors.RateLimited("no", 17), 429, { "retry-after": "17" }],
  ["files that have changed", new errors.Damaged("no"), 500, { "x-should-retry": "false" }],
  ["a part that is away", new errors.Unavailable("no"), 503, { "retry-after": "1" }],
])("%s has its status, its text and its headers", async (_, error, status, headers) => {
  const response = errorResponse(error, { group: "project" }, "id-1");
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ detail: error.message, reason: error.message });
  for (const [name, value] of Object.entries({ ...headers, "x-request-id": "id-1" }))
    expect(response.headers.get(name)).toBe(value);
});

test("an input that does not fit lists its problems, in every group alike", async () => {
  for (const group of ["project", "training", "accounts", "system"] as const) {
    const response = errorResponse(new errors.InvalidRequest(problems), { group }, "id-1");
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ detail: problems });
  }
});

test("outside the project group the text stands once", async () => {
  const response = errorResponse(new errors.NotFound("no"), { group: "training" }, "id-1");
  expect(await response.json()).toEqual({ detail: "no" });
});

test("an unknown error is a 500 that reveals nothing", async () => {
  const leaky = Object.assign(new Error("password=canary"), { code: "22P02", detail: "canary" });
  for (const error of [leaky, new TypeError("canary"), "canary", { canary: 1 }, null, undefined]) {
    const response = errorResponse(error, { group: "accounts" }, "id-1");
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ detail: "Internal Server Error" });
    expect(JSON.stringify([...response.headers])).not.toContain("canary");
  }
});

test.each([
  ["57P01", 503],
  ["08006", 503],
  ["57014", 503],
  ["55P03", 503],
  ["40001", 503],
  ["40P01", 503],
  ["53100", 503],
  ["53300", 503],
  ["23505", 409],
  ["22021", 500],
  ["22P05", 500],
])("the database's %s is a %d that reveals nothing about the database", async (code, status) => {
  const error = Object.assign(new Error("canary"), { code, detail: "canary" });
  const response = errorResponse(error, { group: "accounts" }, "id-1");
  expect(response.status).toBe(status);
  expect(await response.text()).not.toContain("canary");
});

test("a conflict with a code says it beside its text", async () => {
  const response = errorResponse(
    new errors.Conflict("no", { code: "slot_taken" }),
    { group: "project" },
    "id-1",
  );
  expect(await response.clone().json()).toEqual({ detail: "no", reason: "no", code: "slot_taken" });
  expect(await ApiError.of(response)).toMatchObject({ status: 409, message: "no", code: "slot_taken" });
});

test("other refusals have no code", async () => {
  const response = errorResponse(new errors.Conflict("no"), { group: "training" }, "id-1");
  expect(await ApiError.of(response)).toMatchObject({ status: 409, code: null });
});
