import { expect, test } from "vitest";
import { engineRunsOn } from "./engine-runs-here.ts";

test("The engine runs here, and not on a Mac with an Intel processor", () => {
  expect(engineRunsOn(process.platform, process.arch)).toBe(true);
  expect(engineRunsOn("darwin", "x64")).toBe(false);
});
