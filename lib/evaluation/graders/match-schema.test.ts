import { expect, test } from "vitest";
import { Unscored } from "./grade-result.ts";
import { matchSchema } from "./match-schema.internal.ts";

const LISTS = {
  type: "spindle.json_schema",
  input: "{{sample.output_text}}",
  schema: { type: "array", items: { $ref: "#" } },
} as const;

const scoreOf = (text: string) => matchSchema(LISTS, { sample: { output_text: text }, item: {} });

test("JSON that is nested too deep to be checked has no score, however well it fits", async () => {
  expect(await scoreOf(`${"[".repeat(200)}${"]".repeat(200)}`)).toBe(1);
  expect(await scoreOf("[".repeat(500))).toBe(0);
  const deep = `${"[".repeat(500)}${"]".repeat(500)}`;
  await expect(scoreOf(deep)).rejects.toThrow(Unscored);
  await expect(scoreOf(deep)).rejects.toThrow(/nested too deep/);
});
