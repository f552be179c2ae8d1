import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "./support/accessible.ts";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { aQueue, storeCalls } from "./support/queues.ts";
import { aModel, bearer } from "./support/training.ts";

const HOME = `/projects/${SERVICE.project}/settings`;

async function openPalette(page: Page) {
  const input = page.getByRole("combobox", { name: "Commands" });
  // What the server has drawn is read before it takes keys; a person presses them again.
  await expect(async () => {
    if (!(await input.isVisible())) await page.keyboard.press("ControlOrMeta+k");
    await expect(input).toBeFocused({ timeout: 2_000 });
  }).toPass();
  return input;
}

/** The option that a screen reader announces is the selected one. */
async function expectActiveOption(page: Page) {
  const id = await page.getByRole("option", { selected: true }).getAttribute("id");
  await expect(page.getByRole("combobox", { name: "Commands" })).toHaveAttribute(
    "aria-activedescendant",
    id ?? "",
  );
}

test("the palette finds what has a name, says what it found nothing for, and has the newest before anything is typed", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 0 });
  const { name: model } = await (await bearer(`/v1/preview/models/${await aModel()}`)).json();
  await signIn(page);
  await page.goto(HOME);
  await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
  const input = await openPalette(page);
  const option = (name: RegExp | string) => page.getByRole("option", { name });
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("New here")).toBeVisible();

  await input.fill(model.slice(-20).toUpperCase());
  await expect(option(model)).toBeVisible();
  await expectAccessible(page);
  await input.fill(model);
  await expect(page.getByRole("option").first()).toContainText(model);
  await expect(option(model).first()).toHaveAttribute("aria-selected", "true");
  await expectActiveOption(page);
  await input.fill("nothing goes by this");
  await expect(page.getByText("Nothing found for “nothing goes by this”")).toBeVisible();
  await input.fill(queue.name.slice(6));
  await expect(option(queue.name)).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/queues/${queue.id}`);

  await page.setViewportSize({ width: 390, height: 844 });
  await (await openPalette(page)).fill("friends-");
  await expect(page.getByRole("option", { name: /friends-/ }).first()).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test.describe("ids in the palette", () => {
  // The browser itself reports the answer that fails on purpose.
  test.use({ expectedErrors: [/503/] });

  test("a pasted id goes straight to what it names, and a failure can be tried again", async ({
    page,
    context,
    signIn,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const [call] = await storeCalls(1, "pasted");
    if (!call) throw new Error("A call was stored");
    await signIn(page);
    await page.goto(HOME);
    await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
    const places = "**/places?**";
    await page.route(places, (route) => route.fulfill({ status: 503, json: { detail: "busy" } }));
    const input = await openPalette(page);
    await input.fill(call.id.slice(0, 13));
    await expect(page.getByText("Names and ids could not be searched.")).toBeVisible();
    await page.unroute(places);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("option", { name: call.id })).toBeVisible();

    await input.fill("");
    await page.evaluate((id) => navigator.clipboard.writeText(` ${id}\n`), call.id);
    await input.press("ControlOrMeta+v");
    await page.waitForURL(`**/calls/${call.id}`);
  });
});

test("the documents need no account, and the search over them leads to a section", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Spindle" })).toBeVisible();
  const picture = page.getByRole("img", { name: /^Annotation/ });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const input = page.getByRole("combobox", { name: "Documentation" });
  // The first press may come before anybody listens.
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(input).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await input.fill("zyzzyva");
  await expect(page.getByText("Nothing found for “zyzzyva”")).toBeVisible();
  await input.fill("restore");
  await expect(page.getByRole("option").first()).toContainText("Restore");
  await expectAccessible(page);
  await input.press("Enter");
  await page.waitForURL("**/docs/operate#restore");
  await expect(page.getByRole("heading", { name: "Restore" })).toBeInViewport();
  await expect(page.getByRole("link", { name: "Operate Spindle" }).first()).toHaveAttribute(
    "aria-current",
    "page",
  );
});
