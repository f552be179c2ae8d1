import { afterEach, expect, test } from "vitest";
import { overrideSettings } from "#lib/platform/env.ts";
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

test.each([
  ["http://127.0.0.1:3000", "localhost:3000", "http://localhost:3000"],
  ["http://127.0.0.1:3000", "[::1]:8080", "http://[::1]:8080"],
  ["https://localhost:3000", "127.0.0.1:3000", "https://127.0.0.1:3000"],
  ["http://127.0.0.1:3000", "localhost.evil.example:3000", "http://127.0.0.1:3000"],
  ["http://127.0.0.1:3000", "192.168.1.5:3000", "http://127.0.0.1:3000"],
  ["http://127.0.0.1:3000", "no host", "http://127.0.0.1:3000"],
  ["https://spindle.example.org", "localhost:3000", "https://spindle.example.org"],
])("where %s is configured and %s was used, we are at %s", (configured, host, origin) => {
  overrideSettings({ NEXTAUTH_URL: configured });
  expect(ownOrigin(new Request("http://anything/", { headers: { host } }))).toBe(origin);
});
