import { expect, test } from "vitest";
import { PREFERENCE_LOSSES } from "#lib/contract/training/preference-config.ts";
import { newPreferenceDraft, preferenceInput, usualOf } from "./preference-draft.ts";
import { settingsOf } from "./preference-words.ts";

test("a form shows the settings that its loss reads, and those alone", () => {
  const draft = { ...newPreferenceDraft({ mode: "lora", parameters: 0 }), wrongVotes: "10" };
  for (const loss of PREFERENCE_LOSSES) {
    const { loss: _, ...sent } = preferenceInput("m", "data:,", { ...draft, ...usualOf(loss) })?.config ?? {};
    const wire = Object.keys(sent).map((key) =>
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(
      settingsOf(loss)
        .map((setting) => setting.wire)
        .sort(),
      loss,
    ).toEqual(wire.sort());
  }
});

test("beta is explained by what it is in each loss", () => {
  const help = (loss: (typeof PREFERENCE_LOSSES)[number]) =>
    settingsOf(loss).find(({ name }) => name === "beta")?.help ?? null;
  expect(help("dpo")).toContain("from the reference");
  expect(help("kto")).toBe(help("dpo"));
  for (const loss of ["simpo", "cpo", "orpo"] as const)
    expect(help(loss), loss).not.toContain("from the reference");
  expect(help("orpo")).toContain("odds");
  expect(help("rwr")).toBeNull();
});

test("the margin of SimPO is a setting of its form", () => {
  expect(settingsOf("simpo").find(({ name }) => name === "gamma")?.label).toBe("Target margin");
  expect(settingsOf("kto").some(({ name }) => name === "gamma")).toBe(false);
});
