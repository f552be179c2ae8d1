import { expect, test } from "vitest";
import { modelsIn, nextModel, playgroundHref } from "./playground-models.ts";

const from = (href: string) => {
  const search = new URL(href, "http://here").searchParams;
  return modelsIn((name) => search.get(name));
};

test.each([[[]], [["a/b/c:step1"]], [["a/b/c:step1", "a/b/c:latest", "spindle-mini"]], [["a&b=c", "ü/x/y"]]])(
  "a link to %j asks for just these",
  (models) => {
    expect(from(playgroundHref("/chat", models))).toEqual(models);
  },
);

test("a fifth model is left out, and a link to one alone is the short one", () => {
  expect(from(playgroundHref("/chat", ["a", "b", "c", "d", "e"]))).toEqual(["a", "b", "c", "d"]);
  expect(playgroundHref("/chat", ["spindle-mini"])).toBe("/chat?model=spindle-mini");
});

test("an added model is one that is not shown yet, or an empty choice, which the address leaves out", () => {
  expect(nextModel(["a", "b", "c"], ["b", "a"])).toBe("c");
  expect(nextModel(["a", "b"], ["b", "a"])).toBe("");
  expect(playgroundHref("/chat", ["a", ""])).toBe("/chat?model=a");
});
