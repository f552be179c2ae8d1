import type { Page } from "@playwright/test";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { ADMIN } from "./support/service.ts";

const QUEUES = `/projects/${SERVICE.project}/queues`;

test.describe("while no script of the page is there", () => {
  test("the last press of a button counts as soon as they are, once", async ({ page, signIn }) => {
    await signIn(page);
    const release = await openBeforeScripts(page, QUEUES);
    const needsMe = page.getByRole("button", { name: "Needs me" });
    await needsMe.click();
    await page.getByRole("button", { name: /Account menu of/ }).click();
    await expect(page.getByRole("menu")).toHaveCount(0);

    release();

    await expect(page.getByRole("menu", { name: /Account menu of/ })).toBeVisible();
    await expect(needsMe).toHaveAttribute("aria-pressed", "false");
  });

  test("what was typed into a field is there, and counts", async ({ page, signIn }) => {
    await signIn(page);
    const release = await openBeforeScripts(page, `/projects/${SERVICE.project}/datasets`);
    const search = page.getByRole("searchbox");
    await search.pressSequentially("nothing is called so");
    release();
    await expect(page).toHaveURL(/nothing/);
    await expect(search).toHaveValue("nothing is called so");
    await expect(search).toBeFocused();
  });

  test("what was typed to find models is there, with the rows that the server drew", async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    const release = await openBeforeScripts(page, `/projects/${SERVICE.project}/models`);
    const search = page.getByRole("searchbox");
    await search.pressSequentially("no model is called so");
    release();
    await expect(page).toHaveURL(/no\+model/);
    await expect(search).toHaveValue("no model is called so");
  });

  test("a filter is set", async ({ page, signIn }) => {
    await signIn(page);
    const release = await openBeforeScripts(page, QUEUES);
    const needsMe = page.getByRole("button", { name: "Needs me" });
    await needsMe.click();
    // Another button of the mouse presses nothing.
    await page.getByRole("button", { name: "In progress" }).click({ button: "right" });
    release();
    await expect(needsMe).toHaveAttribute("aria-pressed", "true");
  });
});

test.describe("while the code of menus is still on its way", () => {
  test("the first press of a button opens its menu as soon as it is there, and nothing moves", async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    const release = await openWithHeldScripts(page, QUEUES);
    const button = page.getByRole("button", { name: /Account menu of/ });
    const place = await button.boundingBox();
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("menu")).toHaveCount(0);

    release();

    await expect(page.getByRole("menu", { name: /Account menu of/ })).toBeVisible();
    expect(await button.boundingBox()).toEqual(place);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute("aria-expanded", "false");
  });

  test("a key opens it too, and the keys work in it", async ({ page, signIn }) => {
    await signIn(page);
    const release = await openWithHeldScripts(page, QUEUES);
    const button = page.getByRole("button", { name: /Account menu of/ });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(button).toHaveAttribute("aria-expanded", "true");

    release();

    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Your account" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  });
});

test("a hint appears on the way over a button and by the focus, and leaves with the pointer and by escape", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(QUEUES);
  const button = page.getByRole("button", { name: "Narrow the sidebar" });
  const hint = page.getByRole("tooltip", { name: "Narrow the sidebar" });
  await button.hover();
  await expect(hint).toBeVisible();
  await expect(button).toHaveAccessibleDescription("Narrow the sidebar");
  await hint.hover();
  await expect(hint).toBeVisible();
  await page.mouse.move(600, 400);
  await expect(hint).toHaveCount(0);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).focus();
  await page.keyboard.press("Tab");
  await expect(hint).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(hint).toHaveCount(0);
});

test("pressing or holding Enter on a menu's button chooses nothing, and the button has the focus after a dialog of the menu", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(`/settings/people?q=${encodeURIComponent(ADMIN.email)}`);
  const button = page.getByRole("button", { name: /Actions for/ });
  const firstItem = page.getByRole("menuitem", { name: "Reset link" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(firstItem).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();

  await page.keyboard.down("Enter");
  await expect(firstItem).toBeFocused();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(firstItem).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(firstItem).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await button.evaluate(pressTwice);
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(firstItem).toBeFocused();

  // The focus moves a moment after its key.
  await page.keyboard.press("ArrowDown");
  await expect(firstItem).not.toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(firstItem).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("a menu that is opened again at once, after one of its items was chosen, stays open", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto(QUEUES);
  const button = page.getByRole("button", { name: /Account menu of/ });
  await button.click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.getByRole("menuitemradio", { checked: true }).first().evaluate(chooseAndReopen);
  await expect(page.getByRole("menu")).toBeFocused();
  await expect(button).toHaveAttribute("aria-expanded", "true");
});

/** Chooses the item and presses the menu's button before the browser has run what the choice left for later. */
async function chooseAndReopen(item: Element): Promise<void> {
  const button = document.querySelector("[aria-haspopup=menu][aria-expanded=true]");
  item.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  while (button?.ariaExpanded === "true") await Promise.resolve();
  button?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true, button: 0 }));
}

/** As on a slow machine, where the menu is open and its button still has the focus. */
async function pressTwice(button: Element): Promise<void> {
  for (let time = 0; time < 2; time++) {
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Opens a page and keeps back all its scripts; gives what lets them go. */
async function openBeforeScripts(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/_next/static/chunks/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return release;
}

/** Opens a page and keeps back every script that its HTML does not name; gives what lets them go. */
async function openWithHeldScripts(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const html = page
    .waitForResponse((response) => response.request().resourceType() === "document")
    .then((response) => response.text());
  await page.route("**/_next/static/chunks/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!(await html).includes(pathname)) await released;
    await route.continue();
  });
  await page.goto(path);
  return release;
}
