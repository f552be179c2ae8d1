import { expect, test } from "vitest";
import { keepSettings, keptSettings, settingsFaults, stopTexts, USUAL_SETTINGS } from "./chat-draft.ts";

test("the usual settings have no fault", () => {
  expect(settingsFaults(USUAL_SETTINGS)).toEqual({});
});

test.each([
  ["a temperature above 2", { temperature: "2.1" }, "temperature"],
  ["no temperature", { temperature: "" }, "temperature"],
  ["a share of nothing", { topP: "0" }, "topP"],
  ["a share above all", { topP: "1.1" }, "topP"],
  ["no room for a token", { maxTokens: "0" }, "maxTokens"],
  ["a seed that is not a number", { seed: "owl" }, "seed"],
  ["half a seed", { seed: "1.5" }, "seed"],
  ["more texts to stop at than requests may have", { stop: "a\n".repeat(65) }, "stop"],
  ["half a list of tools", { tools: "[{" }, "tools"],
  ["no schema where replies must fit one", { replyForm: "json_schema" as const }, "schema"],
])("%s is a fault of its field", (_, part, field) => {
  expect(Object.keys(settingsFaults({ ...USUAL_SETTINGS, ...part }))).toEqual([field]);
});

test("a schema is looked at only where replies must fit it", () => {
  expect(settingsFaults({ ...USUAL_SETTINGS, schema: "{" })).toEqual({});
});

test("stop texts are one per line, and \\\\n stands for the end of one", () => {
  expect(stopTexts("END\n\n\\nUser:\n ")).toEqual(["END", "\nUser:", " "]);
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
  const settings = { ...USUAL_SETTINGS, system: "Be brief.", seed: "7", tools: "[{", showsHeat: true };
  keepSettings(storage, settings);
  expect(keptSettings(storage)).toEqual(settings);
});

test.each([null, "", "no JSON", "[]", "null", '{"temperature":0.2,"showsHeat":"yes"}'])(
  "what was kept as %j is read as the usual settings",
  (kept) => {
    expect(keptSettings(aStorage(kept))).toEqual(USUAL_SETTINGS);
  },
);

test("a browser that keeps nothing is not a fault", () => {
  const refuse = () => {
    throw new Error("The quota is used up");
  };
  expect(() => keepSettings({ setItem: refuse }, USUAL_SETTINGS)).not.toThrow();
  expect(keptSettings({ getItem: refuse })).toEqual(USUAL_SETTINGS);
});
