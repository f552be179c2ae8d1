import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#lib/contract/openapi/all.ts";
import ApiDocsPage from "./page.tsx";

test("the page names every operation of the contract, once, and links to each", () => {
  const html = renderToStaticMarkup(<ApiDocsPage />);
  for (const { operationId, summary } of ALL_ENDPOINTS) {
    expect(html.split(`id="${operationId}"`)).toHaveLength(2);
    expect(html).toContain(`href="#${operationId}"`);
    // Once in the navigation, once over the operation.
    expect(html.split(`>${summary.replaceAll("'", "&#x27;")}<`).length).toBeGreaterThan(2);
  }
});
