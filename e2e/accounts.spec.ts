import { expectAccessible } from "./support/accessible.ts";
import { aWorker } from "./support/annotators.ts";
import { expect, keyHeaders, SERVICE, test } from "./support/fixtures.ts";
import { aPerson, invite, join, signInOnPage } from "./support/people.ts";
import { ADMIN } from "./support/service.ts";

test.describe("signing in", () => {
  // The browser itself reports answers of 401 on the console.
  test.use({ expectedErrors: [/401/] });

  test("a wrong password is said to be wrong, the right one opens the project, and signing out ends the session", async ({
    page,
    context,
  }) => {
    // Signing out ends every session of the account, those of journeys beside this one too.
    const { email, password } = await aWorker("Out", "viewer");
    await page.goto(`/projects/${SERVICE.project}/queues`);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(
      page.getByText(/password .*(wrong|not|match)|(wrong|not|match).* password/i).first(),
    ).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Queues", exact: true })).toBeVisible();

    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    await page.getByRole("button", { name: /Account menu of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    const reused = await fetch(`${SERVICE.url}/api/me`, {
      headers: { cookie: cookies, "sec-fetch-site": "same-origin" },
    });
    expect(reused.status).toBe(401);
  });

  test("a page whose session has ended asks to sign in again, says that nothing is lost, and is there again", async ({
    page,
    context,
  }) => {
    const person = await aWorker("Night", "viewer");
    await signInOnPage(page, person);
    const place = `/projects/${SERVICE.project}/threads?sort=turns#below`;
    await page.goto(place);
    await expect(page.getByRole("heading", { name: "Threads", exact: true })).toBeVisible();
    // As the browser does with a cookie whose time is over.
    await context.clearCookies();
    await page.getByRole("link", { name: "Queues", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
    await expect(page.getByText(/Nothing that was saved is lost/)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`/projects/${SERVICE.project}/queues`);
  });
});

test("what is entered before the sign-in page is alive stays", async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  release();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
});

test("an invited annotator joins by a link that works once, and sees what an annotator may see", async ({
  page,
  signIn,
  browser,
}) => {
  await signIn(page);
  const person = aPerson("Ida");
  const link = await invite(page, SERVICE.project, { email: person.email, role: "Annotator" });
  const { context, page: hers } = await join(browser, link, person);
  await hers.goto(`/projects/${SERVICE.project}/threads`);
  await expect(hers.getByText("Threads are not open to annotators")).toBeVisible();
  await hers.goto(`/projects/${SERVICE.project}/queues`);
  await expect(hers.getByRole("heading", { name: "Queues", exact: true })).toBeVisible();
  await expect(hers.getByRole("button", { name: "New queue" })).toHaveCount(0);
  await context.close();

  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(link);
  await expect(second.getByText("This invitation was used already")).toBeVisible();
  await stranger.close();
});

test("a key made in the settings works at once, is shown once, and stops working when it is revoked", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/settings?tab=keys");
  await page.getByRole("button", { name: "New key" }).first().click();
  const dialog = page.getByRole("dialog");
  const name = `journey ${Date.now()}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: /Make|Create/ }).click();
  const key = /local-[0-9A-Za-z]{40}/.exec((await dialog.locator("code").textContent()) ?? "")?.[0] ?? "";
  const ask = () => fetch(`${SERVICE.url}/api/projects`, { headers: keyHeaders(key) });
  expect((await ask()).status).toBe(200);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect(page.getByText(name)).toBeVisible();
  expect(await page.content()).not.toContain(key);

  await page.getByRole("button", { name: `Revoke the key ${name}` }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Revoke/ })
    .click();
  // The question stays until the answer has come; behind it nothing else can be found by role.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Revoke the key ${name}` })).toHaveCount(0);
  expect((await ask()).status).toBe(401);
});
