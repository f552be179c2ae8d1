import { expect, test } from "vitest";
import { samplingOf, settingsFaults, USUAL_SETTINGS } from "./chat-draft.ts";

test("the usual settings have no fault, and no seed unless one is given", () => {
  expect(settingsFaults(USUAL_SETTINGS)).toEqual({});
  expect(samplingOf(USUAL_SETTINGS)).toEqual({ temperature: 0.7, maxTokens: 256 });
  expect(samplingOf({ ...USUAL_SETTINGS, temperature: "0", seed: "7" })).toEqual({
    temperature: 0,
    maxTokens: 256,
    seed: 7,
  });
});

test.each([
  ["a temperature above 2", { temperature: "2.1" }, "temperature"],
  ["no temperature", { temperature: "" }, "temperature"],
  ["no room for a token", { maxTokens: "0" }, "maxTokens"],
  ["a seed that is no number", { seed: "owl" }, "seed"],
  ["half a seed", { seed: "1.5" }, "seed"],
])("%s is a fault of its field", (_, part, field) => {
  expect(Object.keys(settingsFaults({ ...USUAL_SETTINGS, ...part }))).toEqual([field]);
});
