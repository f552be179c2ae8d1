import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export type Person = { email: string; name: string; password: string };

/** Someone who is not in the service yet. */
export function aPerson(name: string): Person {
  const email = `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  return { email, name, password: `the long password of ${name} 7391` };
}

/** Signs in on the page for it; ends in the projects. */
export async function signInOnPage(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/** Makes an invitation link on the project's settings page, as its admin does. */
export async function invite(
  admin: Page,
  project: string,
  { email, role }: { email: string; role: string },
): Promise<string> {
  await admin.goto(`/projects/${project}/settings`);
  await admin.getByRole("button", { name: "Invite" }).first().click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("radio", { name: role }).check();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = /https?:\/\/\S+\/invitations\/\S+/.exec(
    (await dialog.locator("code").textContent()) ?? "",
  )?.[0];
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(link).toBeTruthy();
  return link ?? "";
}

/** Opens the link in a browser of the person's own and makes the account; ends in the project. */
export async function join(
  browser: Browser,
  link: string,
  person: Person,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("Choose a password").fill(person.password);
  await page.getByRole("button", { name: "Create my account" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/projects/"));
  return { context, page };
}
