import { expect, test } from "vitest";
import { flatGroupsText } from "./flat-groups.ts";

test("groups whose answers all earned the same are counted, and where there are none nothing is said", () => {
  expect(flatGroupsText([])).toBeNull();
  expect(flatGroupsText([[0, 1]])).toBeNull();
  expect(flatGroupsText([[0, 1], [1, 1], [0]])).toBe(
    "2 of 3 groups taught nothing: all answers earned the same",
  );
});
