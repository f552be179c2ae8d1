import { expectAccessible } from "./support/accessible.ts";
import { aWorker, inviteAgain } from "./support/annotators.ts";
import { inDatabase } from "./support/database.ts";
import { expect, keyHeaders, SERVICE, test } from "./support/fixtures.ts";
import { aPerson, invite, join, signInOnPage } from "./support/people.ts";
import { aBatchOf, aCall, api } from "./support/requests.ts";
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
    await expect(page.getByRole("heading", { name: "Queues", exact: true })).toBeFocused();

    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    await page.getByRole("button", { name: /Account menu of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    const reused = await fetch(`${SERVICE.url}/api/me`, {
      headers: { cookie: cookies, "sec-fetch-site": "same-origin" },
    });
    expect(reused.status).toBe(401);
  });

  test("continuing with the provider makes an account with the role of its group, and opens the page that was wanted", async ({
    page,
  }) => {
    await page.goto(`/projects/${SERVICE.project}/queues`);
    await expect(page.getByText("If you are new here, continue with Acme ID")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Continue with Acme ID" }).click();
    await expect(page.getByRole("heading", { name: "Queues", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Account menu of Grace" })).toBeVisible();
    // The browser goes through the provider without its own attempt, as an old link does.
    await page.goto("/api/auth/callback/oidc?code=old&state=old");
    await expect(page.getByText(/took too long .* Continue with Acme ID once more/)).toBeVisible();
  });

  test("a page whose session has ended asks to sign in again, says that nothing is lost, and is there again", async ({
    page,
    context,
  }) => {
    const person = await aWorker("Night", "viewer");
    await signInOnPage(page, person);
    const place = `/projects/${SERVICE.project}/threads?sort=turns#below`;
    const queues = `/projects/${SERVICE.project}/queues`;
    await page.goto(place);
    await expect(page.getByRole("heading", { name: "Threads", exact: true })).toBeVisible();
    // What the page asks by itself would end the session before the click does.
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/**", async (route) => {
      await released;
      await route.continue();
    });
    // As the browser does with a cookie whose time is over.
    await context.clearCookies();
    await page.getByRole("link", { name: "Queues", exact: true }).click();
    await page.waitForURL(queues);
    release();
    await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await expect(page.getByText(/Saved work is not lost/)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(queues);
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
  await expect(hers.getByRole("heading", { name: "Queues", exact: true })).toBeFocused();
  await hers.goto(`/projects/${SERVICE.project}/threads`);
  await expect(hers.getByText("Threads are not open to annotators")).toBeVisible();
  await expect(hers.getByRole("link", { name: "Overview" })).toHaveCount(0);
  await hers.goto(`/projects/${SERVICE.project}`);
  await hers.waitForURL(`/projects/${SERVICE.project}/queues`);
  await hers.goto(`/projects/${SERVICE.project}/training/compare`);
  await expect(
    hers.getByRole("heading", { level: 1, name: "Training is not open to annotators" }),
  ).toBeVisible();
  await hers.goto(`/projects/${SERVICE.project}/queues`);
  await expect(hers.getByRole("heading", { name: "Queues", exact: true })).toBeVisible();
  await expect(hers.getByRole("button", { name: "New queue" })).toHaveCount(0);
  await context.close();

  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(link);
  await expect(second.getByText("This invitation was already used")).toBeVisible();
  await stranger.close();
});

test("a password that somebody else made is replaced without the mouse: the form begins in its field, and the page after it at its heading", async ({
  page,
  signIn,
  browser,
}) => {
  await signIn(page);
  const person = aPerson("Olga");
  const link = await invite(page, SERVICE.project, { email: person.email, role: "Engineer" });
  const { context, page: hers } = await join(browser, link, person);
  await inDatabase((database) =>
    database.query("update app_user set must_change_password = true where email = $1", [person.email]),
  );
  await hers.goto(`/projects/${SERVICE.project}/queues`);
  const current = hers.getByLabel("Current password", { exact: true });
  await expect(current).toBeFocused();
  await current.fill(person.password);
  await hers.getByLabel("New password", { exact: true }).fill(`${person.password} 2`);
  await hers.keyboard.press("Enter");
  await expect(hers.getByRole("heading", { level: 1, name: "Queues", exact: true })).toBeFocused();
  await context.close();
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
  // The dialog stays until the answer has come; while it is open, nothing else can be found by role.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Revoke the key ${name}` })).toHaveCount(0);
  expect((await ask()).status).toBe(401);
});

test("an admin disables an account, enables it again and hands over a link for a new password", async ({
  page,
  signIn,
  browser,
}) => {
  const person = await aWorker("Forgetful", "viewer");
  await signIn(page);
  await page.goto(`/settings/people?q=${encodeURIComponent(person.email)}`);
  const row = page.getByRole("row").filter({ hasText: person.email });
  await expect(row.getByText("just now")).toBeVisible();
  await expectAccessible(page);
  const context = await browser.newContext({ baseURL: SERVICE.url });
  const theirs = await context.newPage();
  await signInOnPage(theirs, person);
  const act = async (name: string) => {
    await page.getByRole("button", { name: `Actions for ${person.name}` }).press("Enter");
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Disable the account");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(row.getByText("Disabled")).toBeVisible();
  // Their page may be going somewhere by itself, which ends a reload.
  await expect(async () => {
    await theirs.reload();
    await expect(theirs.getByRole("heading", { name: "Your account was disabled" })).toBeVisible();
  }).toPass();
  await expect(theirs.getByText(/Ask an admin of this server to enable it again/)).toBeVisible();
  await act("Enable the account");
  await expect(row.getByText("Disabled")).toHaveCount(0);
  await act("Reset link");
  await page.getByRole("button", { name: "Create link" }).click();
  const dialog = page.getByRole("dialog", { name: "Hand over this link" });
  const shown = (await dialog.locator("code").textContent()) ?? "";
  const link = /https?:\/\/\S+/.exec(shown)?.[0] ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();

  await theirs.goto(link);
  await expect(theirs.getByText(person.email)).toBeVisible();
  await expectAccessible(theirs);
  await theirs.getByLabel("New password").fill("too short");
  await theirs.getByRole("button", { name: "Save and sign in" }).click();
  await expect(theirs.getByText(/of at least 12 characters/)).toBeVisible();
  await theirs.getByLabel("New password").fill("staple that stays put 9");
  await theirs.getByRole("button", { name: "Save and sign in" }).click();
  await expect(theirs.getByRole("heading", { name: "Threads", exact: true })).toBeVisible();
  await theirs.goto(link);
  await expect(theirs.getByText("This link was already used")).toBeVisible();
  await context.close();
});

test("someone who is invited again and has forgotten the password sees who can reset it", async ({
  browser,
}) => {
  const person = await aWorker("Back", "viewer");
  const token = await inviteAgain(person);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${SERVICE.url}/invitations/${token}`);
  await expect(page.getByText(/Password forgotten\? .* can create a reset link for you/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "sign in first" }).click();
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.waitForURL((url) => url.pathname.startsWith(`/projects/${SERVICE.project}`));
  await context.close();
});

test("a project is called otherwise, and is deleted with everything in it once its path is typed", async ({
  page,
  signIn,
}) => {
  const project = `going-${crypto.randomUUID().slice(0, 8)}`;
  const call = {
    ...aCall({ messages: [{ role: "user", content: "Hello" }] }),
    project_id: `acme/${project}`,
  };
  expect((await api("/api/call/upsert_batch", aBatchOf(call))).status).toBe(200);
  await signIn(page);
  await page.goto(`/projects/acme/${project}/settings?tab=general`);
  await page.getByLabel("Shown name").fill("Going soon");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /Switch project, now Going soon/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete project" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete acme/${project}?` });
  await expect(dialog.getByText("1 call", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel(/to delete it/).fill(project);
  await dialog.getByRole("button", { name: "Delete project" }).click();
  await expect(dialog.getByText(`This does not match acme/${project}.`)).toBeVisible();
  await dialog.getByLabel(/to delete it/).fill(`acme/${project}`);
  await dialog.getByRole("button", { name: "Delete project" }).click();
  await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Going soon" })).toHaveCount(0);
  // The worker of the service does the rest.
  await expect
    .poll(async () => {
      const { deletions } = await (await page.request.get("/api/project_deletions")).json();
      return deletions.find((one: { project_id: string }) => one.project_id === `acme/${project}`)?.ended_at;
    })
    .toBeTruthy();
  await expect(page.getByRole("region", { name: "Projects being deleted" })).toHaveCount(0);
});
