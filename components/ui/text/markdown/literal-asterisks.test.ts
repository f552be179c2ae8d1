import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "#components/ui/view/markdown.tsx";

function shown(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text }));
}

test.each([
  "35*30 and 40*2",
  "2*3*4",
  "50*20=1000>>1000 and 3*7",
  "a*b*c",
  "(5)*2+3*(4)",
  "(1+2)*(3+4)+(5)*(6)",
  "20%*50 + 3*$2",
  "2**3 + 4**2",
  "x**2 + y**2",
  "| a |\n| - |\n| 2*3*4 |",
])("no asterisk of the sums in %j is swallowed", (text) => {
  const html = shown(text);
  expect(html).not.toMatch(/<(em|strong)/);
  expect(html.match(/\*/g)).toHaveLength(text.match(/\*/g)?.length ?? 0);
});

test.each([
  ["*word*", "<em>word</em>"],
  ["**bold**, *it*", "<strong>bold</strong>, <em>it</em>"],
  ["***both***", "<em><strong>both</strong></em>"],
  ["*35*30 is 1050*", "<em>35*30 is 1050</em>"],
  ["**5*3 = 15**", "<strong>5*3 = 15</strong>"],
  ["*step 3*.", "<em>step 3</em>."],
  ["(*5 apples*)", "(<em>5 apples</em>)"],
  ["**S**pecific", "<strong>S</strong>pecific"],
  // Their words have no blanks between them.
  ["这是*重点*的", "这是<em>重点</em>的"],
])("what %j marks stays marked", (text, html) => {
  expect(shown(text)).toContain(html);
});

test("code and escapes are as they were", () => {
  expect(shown("`2*3*4`")).toContain(">2*3*4</code>");
  expect(shown(String.raw`2\*3\*4`)).toContain("2*3*4");
});
