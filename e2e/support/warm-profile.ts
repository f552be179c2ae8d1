import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** A profile of the browser that tests use one after the other. Each finds it as new, but for the cache of what the service lets browsers keep. */
export class WarmProfile {
  readonly context: BrowserContext;
  /** An empty page, by which the browser is asked to forget. */
  readonly #own: Page;
  readonly #devtools: CDPSession;
  readonly #origin: string;

  private constructor(own: Page, devtools: CDPSession, origin: string) {
    this.context = own.context();
    this.#own = own;
    this.#devtools = devtools;
    this.#origin = origin;
  }

  static async open(browser: Browser, origin: string): Promise<WarmProfile> {
    const context = await browser.newContext({ baseURL: origin, locale: "en-US" });
    const own = await context.newPage();
    return new WarmProfile(own, await context.newCDPSession(own), origin);
  }

  /** Ends all pages and leaves no cookie, permission, route or stored value. */
  async empty(): Promise<void> {
    for (const page of this.context.pages()) if (page !== this.#own) await page.close();
    await this.context.unrouteAll();
    await this.context.setOffline(false);
    await this.context.clearCookies();
    await this.context.clearPermissions();
    await this.#devtools.send("Storage.clearDataForOrigin", { origin: this.#origin, storageTypes: "all" });
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
