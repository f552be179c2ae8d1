import { build } from "vite";
import { GALLERY } from "./vite.ts";

/** Builds the page once for all tests, as `npm run gallery` serves it. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of this file.
export default async function buildPage(): Promise<void> {
  await build(GALLERY);
}
