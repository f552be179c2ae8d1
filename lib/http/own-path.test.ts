import { afterEach, expect, test } from "vitest";
import { overrideSettings } from "#lib/env.ts";
import { ownOrigin, toOwnPath } from "./own-path.ts";

afterEach(() => overrideSettings({ NEXTAUTH_URL: "" }));

test.each([
  ["/projects?tab=calls#top", "/projects?tab=calls#top"],
  ["http://spindle.test/projects", "/projects"],
  ["projects", "/projects"],
  ["", "/"],
])("'%s' leads to %s", (url, path) => {
  expect(toOwnPath(url, "http://spindle.test")).toBe(path);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "http://spindle.test:81/",
  "/\n/evil.example",
])("%j leads to the start page", (url) => {
  expect(toOwnPath(url, "http://spindle.test")).toBe("/");
});

test("the configured address wins over the Host that a caller writes", () => {
  const request = new Request("http://anything/", { headers: { host: "evil.example" } });
  expect(ownOrigin(request)).toBe("http://evil.example");
  overrideSettings({ NEXTAUTH_URL: "https://spindle.example.org/app" });
  expect(ownOrigin(request)).toBe("https://spindle.example.org");
});
