import { expect, test } from "vitest";
import { readViews, viewOf, withView } from "./saved-views.ts";

test("a view of the same name gives way, and views are listed by name", () => {
  const views = withView(withView([], { name: "Slow", search: "a=1" }), { name: "Failed", search: "b=1" });
  expect(withView(views, { name: "Slow", search: "a=2" })).toEqual([
    { name: "Failed", search: "b=1" },
    { name: "Slow", search: "a=2" },
  ]);
});

test("stored text that is not a list of views counts as none", () => {
  expect(readViews('[{"name":"a","search":"x=1"},{"name":1},null,"b"]')).toEqual([
    { name: "a", search: "x=1" },
  ]);
  for (const text of ["", "{", "{}", "null"]) expect(readViews(text)).toEqual([]);
});

test("two addresses are one view where they differ by order and by what is open alone", () => {
  expect(viewOf("?b=2&thread=t&a=1", ["thread"])).toBe(viewOf("a=1&b=2", ["thread"]));
});
