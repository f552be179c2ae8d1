import fs from "node:fs";
import { expect, test } from "vitest";
import { DESTINATIONS } from "./navigation.ts";

test("each place of the sidebar has a page, and keys of its own", () => {
  const pages = DESTINATIONS.map(
    ({ segment }) => `app/(dashboard)/projects/[entity]/[project]/${segment}/page.tsx`,
  );
  expect(pages.filter((page) => !fs.existsSync(page))).toEqual([]);
  const keys = DESTINATIONS.map((place) => place.keys);
  expect([...new Set(keys)]).toEqual(keys);
});
