import { expect, test } from "vitest";
import { folderCircles } from "./folder-circles.ts";

const imports = (...pairs: [string, string][]) => pairs.map(([from, to]) => ({ from, to }));

test("imports that all point one way make no circle, nor do those within a folder", () => {
  expect(folderCircles(imports(["a/x.ts", "b/y.ts"], ["b/y.ts", "c/z.ts"], ["a/x.ts", "a/w.ts"]))).toEqual(
    [],
  );
});

test("two folders make a circle even where no two files do", () => {
  expect(folderCircles(imports(["a/x.ts", "b/y.ts"], ["b/w.ts", "a/z.ts"]))).toEqual([["a", "b", "a"]]);
});

test("a folder and one inside it are two folders", () => {
  expect(folderCircles(imports(["a/x.ts", "a/in/y.ts"], ["a/in/w.ts", "a/z.ts"]))).toEqual([
    ["a", "a/in", "a"],
  ]);
});

test("a circle over three folders is reported once, as the way back to where it begins", () => {
  const round = imports(
    ["a/x.ts", "b/x.ts"],
    ["b/y.ts", "c/x.ts"],
    ["c/y.ts", "a/y.ts"],
    ["c/y.ts", "d/x.ts"],
  );
  expect(folderCircles(round)).toEqual([["a", "b", "c", "a"]]);
});
