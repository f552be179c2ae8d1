import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { chapterHref } from "#components/api-docs/chapters.ts";
import { ENDPOINTS_BY_CAPABILITY } from "#lib/contract/openapi/all.ts";
import ApiChapterPage from "./[chapter]/page.tsx";
import ApiDocsPage from "./page.tsx";

/** Of HTML. A page is sent twice: as text, and for the script that takes it over. */
const MAX_CHARS = 300_000;

test("every operation is listed once, and described once on the page that its name leads to", async () => {
  const list = renderToStaticMarkup(<ApiDocsPage />);
  for (const [name, endpoints] of ENDPOINTS_BY_CAPABILITY) {
    if (endpoints.length === 0) continue;
    const href = chapterHref(name);
    const chapter = href.split("/").at(-1) ?? "";
    const page = renderToStaticMarkup(await ApiChapterPage({ params: Promise.resolve({ chapter }) }));
    expect(page.length).toBeLessThan(MAX_CHARS);
    for (const { operationId, summary } of endpoints) {
      expect(list.split(`id="${operationId}"`)).toHaveLength(2);
      expect(list).toContain(`href="${href}#${operationId}"`);
      expect(page.split(`id="${operationId}"`)).toHaveLength(2);
      expect(page).toContain(`href="#${operationId}"`);
      // Once in the navigation, once over the operation.
      expect(page.split(`>${summary.replaceAll("'", "&#x27;")}<`).length).toBeGreaterThan(2);
    }
  }
});

test("a chapter that does not exist is not a page", async () => {
  await expect(ApiChapterPage({ params: Promise.resolve({ chapter: "nothing" }) })).rejects.toThrow("404");
});
