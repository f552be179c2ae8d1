import { expect, test } from "vitest";
import { keepSettings, keptSettings, samplingOf, settingsFaults, USUAL_SETTINGS } from "./chat-draft.ts";

test("the usual settings have no fault, and alternatives are asked for only where they are shown", () => {
  expect(settingsFaults(USUAL_SETTINGS)).toEqual({});
  expect(samplingOf(USUAL_SETTINGS)).toEqual({ temperature: 0.7, topP: 1, maxTokens: 256 });
  expect(samplingOf({ ...USUAL_SETTINGS, temperature: "0", showsHeat: true })).toEqual({
    temperature: 0,
    topP: 1,
    maxTokens: 256,
    logprobs: true,
    topLogprobs: 5,
  });
});

test.each([
  ["a temperature above 2", { temperature: "2.1" }, "temperature"],
  ["no temperature", { temperature: "" }, "temperature"],
  ["a share of nothing", { topP: "0" }, "topP"],
  ["a share above all", { topP: "1.1" }, "topP"],
  ["no room for a token", { maxTokens: "0" }, "maxTokens"],
  ["a seed that is no number", { seed: "owl" }, "seed"],
  ["half a seed", { seed: "1.5" }, "seed"],
])("%s is a fault of its field", (_, part, field) => {
  expect(Object.keys(settingsFaults({ ...USUAL_SETTINGS, ...part }))).toEqual([field]);
});

function aStorage(text: string | null = null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  };
}

test("settings come back as they were kept", () => {
  const storage = aStorage();
  const settings = { ...USUAL_SETTINGS, system: "Be brief.", seed: "7", showsHeat: true };
  keepSettings(storage, settings);
  expect(keptSettings(storage)).toEqual(settings);
});

test.each([null, "", "no JSON", "[]", "null", '{"temperature":0.2,"showsHeat":"yes"}'])(
  "what was kept as %j is read as the usual settings",
  (kept) => {
    expect(keptSettings(aStorage(kept))).toEqual(USUAL_SETTINGS);
  },
);

test("a browser that keeps nothing is no fault", () => {
  const refuse = () => {
    throw new Error("The quota is used up");
  };
  expect(() => keepSettings({ setItem: refuse }, USUAL_SETTINGS)).not.toThrow();
  expect(keptSettings({ getItem: refuse })).toEqual(USUAL_SETTINGS);
});
