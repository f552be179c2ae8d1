import { expect, test } from "vitest";
import { ownPath, signInHref } from "./sign-in-request.ts";

test.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "", null])(
  "signing in never leads to %s",
  (path) => {
    expect(ownPath(path)).toBe("/");
  },
);

test("the sign-in page comes back to the page that it was asked from, with its search", () => {
  const href = signInHref("/projects/local/playground/calls?status=error&q=a b");
  const back = new URL(href, "http://spindle.test").searchParams.get("callbackUrl");
  expect(ownPath(back)).toBe("/projects/local/playground/calls?status=error&q=a b");
  expect(signInHref("/")).toBe("/sign-in");
});
