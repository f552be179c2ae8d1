import { expect, test } from "vitest";
import { safeHref, safeInlineImage } from "./safe-url.ts";

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "//evil.example/x",
  "/api/v1/health",
  "",
  null,
])("a link to %j is not followed", (url) => {
  expect(safeHref(url)).toBeNull();
});

test.each(["https://example.org/a?b=c", "http://example.org/", "mailto:a@example.org"])(
  "a link to %s is kept",
  (url) => {
    expect(safeHref(url)).toBe(url);
  },
);

test("only pictures in formats without scripts are drawn in place", () => {
  expect(safeInlineImage("data:image/png;base64,iVBORw0KGgo=")).not.toBeNull();
  expect(safeInlineImage("data:image/svg+xml;base64,PHN2Zz4=")).toBeNull();
  expect(safeInlineImage("https://evil.example/pixel.png")).toBeNull();
});
