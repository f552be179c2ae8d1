import { expect, test } from "vitest";
import { problemOf } from "#components/layout/state/explain-error.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { addressProblem } from "./address-problem.ts";

const url = "http://127.0.0.1:3957/h";
const problem = `${url} is not an address of the form https://host/path.`;

test("what the service found is read as a sentence, and an address in it stays as it was typed", () => {
  const refusal = (msg: string) =>
    new ApiError(msg, {
      ...{ status: 422, requestId: null },
      problems: [{ type: "value_error", loc: ["body", "url"], msg: `Value error, ${msg}` }],
    });
  expect(problemOf(refusal(problem), "url")).toBe(problem);
  expect(problemOf(refusal("choose another"), "url")).toBe("Choose another.");
});

test("a refused address names the box that would allow it, where there is one and it would", () => {
  expect(addressProblem(problem, { url, canAllow: true })).toBe(
    `${problem} To send there, check “Allow private networks and plain http”.`,
  );
  expect(addressProblem(problem, { url, canAllow: false })).toBe(problem);
  expect(addressProblem(problem, { url: "nowhere", canAllow: true })).toBe(problem);
  expect(addressProblem(null, { url, canAllow: true })).toBeNull();
});
