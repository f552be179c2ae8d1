import { expect, test } from "./open-fixture.ts";

test("A proposed rate is taken into the form by a key, and says that it is there", async ({ open }) => {
  const page = await open("rate probe", "found");
  await expect(
    page.getByRole("img", { name: /^Loss by learning rate: .* at 0\.000032, least / }),
  ).toBeVisible();
  await expect(page.getByText("proposed rate 0.0003")).toBeVisible();
  const use = page.getByRole("button", { name: "Use 0.0003" });
  await use.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Rate of the form", { exact: true })).toHaveText("0.0003");
  await expect(page.getByText("The form has this rate.")).toBeVisible();
});

test("A rate that ruins is warned of until another one is taken", async ({ open }) => {
  const page = await open("rate probe", "found, with a rate that ruins");
  await expect(page.getByText("0.5 is likely to ruin the model.")).toBeVisible();
  await page.getByRole("button", { name: "Use 0.0003" }).click();
  await expect(page.getByText("0.5 is likely to ruin the model.")).toBeHidden();
});

test("The button that began a probe ends it, and nothing begins without data", async ({ open }) => {
  const running = await open("rate probe", "climbing");
  await expect(running.getByRole("progressbar", { name: "51 of 96 steps" })).toBeVisible();
  await running.getByRole("button", { name: "Cancel" }).click();
  await expect(running.getByLabel("Asked", { exact: true })).toHaveText("cancelled");
  const without = await open("rate probe", "without data");
  await expect(without.getByRole("button", { name: /^Try rates/ })).toBeDisabled();
  await expect(without.getByText("Choose data first")).toBeVisible();
});

test("Where nothing was found, no rate is marked as proposed, and the usual one can be taken", async ({
  open,
}) => {
  const page = await open("rate probe", "flat");
  await expect(page.getByText("so that no rate stands out. Use the usual rate, 0.001.")).toBeVisible();
  await expect(page.getByText("proposed rate")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Use 0.001" })).toBeDisabled();
  const few = await open("rate probe", "few rows");
  await expect(few.getByRole("img", { name: /^Loss by learning rate/ })).toHaveCount(0);
});
