import { expect, test } from "vitest";
import { ApiError } from "#lib/client/api-error.ts";
import { stopOfCheck } from "./stop-of-check.ts";

test("only what the service has found stops a start: not that it could not be asked, nor that it has not answered", () => {
  const check = { error: null, data: undefined };
  expect(stopOfCheck(check)).toBeNull();
  expect(stopOfCheck({ ...check, data: { problems: [] } })).toBeNull();
  expect(stopOfCheck({ ...check, error: new TypeError("offline") })).toBeNull();
  const facts = { problems: [], requestId: null };
  expect(stopOfCheck({ ...check, error: new ApiError("later", { ...facts, status: 503 }) })).toBeNull();
  expect(stopOfCheck({ ...check, data: { problems: [{ line: 3 }] } })).toMatch(/^The job would fail/);
  expect(stopOfCheck({ ...check, error: new ApiError("no", { ...facts, status: 422 }) })).toMatch(/refuse/);
});
