import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "#components/ui/view/markdown.tsx";
import { visibleText } from "./visible-text.ts";

test("characters that turn the direction of a text are shown, and so is NUL", () => {
  expect(visibleText("a\0b")).toBe("a⟨U+0000⟩b");
  expect(visibleText("invoice\u202Efdp.exe")).toBe("invoice⟨U+202E⟩fdp.exe");
  expect(visibleText("שלום 🙂 مرحبا")).toBe("שלום 🙂 مرحبا");
});

test.each(["a \u202E b", "`a \u2066 b`", "```\na \u2069 b\n```"])("in the markdown %j as well", (text) => {
  expect(renderToStaticMarkup(createElement(Markdown, { text }))).toMatch(/⟨U\+20(2E|66|69)⟩/);
});
