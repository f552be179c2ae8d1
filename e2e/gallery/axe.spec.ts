import { axeFindings } from "../support/axe-findings.ts";
import { expect, test } from "./open-fixture.ts";

test("axe names each element that breaks a rule, in the part that is asked for, again when the page has changed", async ({
  gallery: page,
}) => {
  await page.setContent(
    `<main><img src="data:,"><p style="color: #eee; background: #fff">faint</p></main><aside><input></aside>`,
  );
  const find = (look: Parameters<typeof axeFindings>[1]) => axeFindings(page, look);
  const faint = `color-contrast at <p style="color: #eee; background: #fff">faint</p>`;
  expect(await find({})).toEqual(
    expect.arrayContaining([`image-alt at <img src="data:,">`, "label at <input>", faint]),
  );
  expect(await find({ rules: ["color-contrast"] })).toEqual([faint]);
  expect(await find({ part: "aside" })).toEqual(["label at <input>"]);
  expect(await find({ part: "main", withoutRules: ["image-alt", "color-contrast"] })).toEqual([]);
  await page.locator("p").evaluate((element) => element.removeAttribute("style"));
  expect(await find({ rules: ["color-contrast"] })).toEqual([]);
});

test("axe looks once what fades in is there, and waits for nothing that moves without end", async ({
  gallery: page,
}) => {
  await page.setContent(
    `<style>@keyframes come { from { opacity: 0 } } @keyframes turn { to { rotate: 360deg } }</style>
     <main><p style="color: #000; background: #fff; animation: come 2s">dark</p>
     <p style="color: #000; background: #fff; animation: turn 1s infinite">turns</p></main>`,
  );
  expect(await axeFindings(page, { rules: ["color-contrast"] })).toEqual([]);
});
