import type { Browser, Page } from "@playwright/test";
import type { Product } from "./product.ts";

/** A page of the product whose reader has signed in. */
export async function signedIn(browser: Browser, { url, admin }: Product): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("E-mail").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
  return page;
}

export function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}
