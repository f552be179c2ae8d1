import { expect, test } from "vitest";
import { engineRunsHere, engineRunsOn } from "./engine-runs-here.ts";

test("The engine runs here, and not on a Mac with an Intel processor", () => {
  expect(engineRunsOn(process.platform, process.arch)).toBe(true);
  expect(engineRunsOn("darwin", "x64")).toBe(false);
});

test("The engine on PyTorch runs wherever its Python does", () => {
  expect(engineRunsHere({ ENGINE: "torch" })).toBe(true);
});
