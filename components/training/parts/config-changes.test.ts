import { expect, test } from "vitest";
import { isChanged, settingsOf, settingText } from "./config-changes.ts";

test("settings are compared by path, and one that a job leaves out differs from one that is given", () => {
  const settings = settingsOf([
    { learning_rate: 0.1, batch_size: 2, deep: { a: 1 } },
    { learning_rate: 0.1, deep: { a: 2 } },
  ]);
  expect(settings).toEqual([
    { path: "batch_size", values: [2, undefined] },
    { path: "deep.a", values: [1, 2] },
    { path: "learning_rate", values: [0.1, 0.1] },
  ]);
  expect(settings.filter(isChanged).map(({ path }) => path)).toEqual(["batch_size", "deep.a"]);
});

test("values read as a line, and long ones are cut", () => {
  expect([settingText(undefined), settingText("all"), settingText([0.1, 0.2])]).toEqual([
    "default",
    "all",
    "[0.1,0.2]",
  ]);
  expect(settingText(new Array(1000).fill(1))).toHaveLength(120);
});
