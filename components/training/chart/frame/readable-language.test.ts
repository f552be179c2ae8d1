import { expect, test } from "vitest";
import { lendReadableLanguage } from "./readable-language.ts";

class Browser {
  readonly #language: string;
  constructor(language: string) {
    this.#language = language;
  }
  get language(): string {
    return this.#language;
  }
}

test.each(["en-US@posix", "C", ""])(
  "a browser of the language %j speaks one that can be read for a while",
  (language) => {
    const browser = new Browser(language);
    const takeBack = lendReadableLanguage(browser);
    expect(new Intl.NumberFormat(browser.language).format(1.5)).toBe("1.5");
    takeBack();
    expect(browser.language).toBe(language);
  },
);

test("a language that can be read stays", () => {
  const browser = new Browser("de-CH");
  const takeBack = lendReadableLanguage(browser);
  expect(browser.language).toBe("de-CH");
  takeBack();
  expect(browser.language).toBe("de-CH");
});
