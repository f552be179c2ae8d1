import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "#components/ui/view/markdown.tsx";

function shown(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text }));
}

test.each([
  "<answer>42</answer>",
  "before\n\n<script>alert(1)</script>\n\nafter",
  "> <b>bold</b>",
  "- <i>x</i>",
  "a <b>b</b> c",
])("tags in %j are shown as text and never become elements", (text) => {
  const html = shown(text);
  expect(html).not.toMatch(/<(answer|script|b|i)>/);
  for (const tag of text.match(/<[^>]+>/g) ?? [])
    expect(html).toContain(tag.replace("<", "&lt;").replace(">", "&gt;"));
});
