import path from "node:path";
import type { InlineConfig } from "vite";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PAGE = path.join(import.meta.dirname, "page");

/** Where the built page lies; the product's own build never reads it. */
export const BUILT = path.join(ROOT, ".cache/gallery");

/** The gallery is a page by itself: what Next gives components elsewhere, it stands in for. */
export const GALLERY: InlineConfig = {
  configFile: false,
  root: PAGE,
  cacheDir: path.join(ROOT, ".cache/gallery-dev"),
  logLevel: "error",
  publicDir: false,
  css: { postcss: ROOT },
  oxc: { jsx: { runtime: "automatic" } },
  resolve: {
    alias: ["dynamic", "link", "navigation"].map((name) => ({
      find: `next/${name}`,
      replacement: path.join(PAGE, `next-${name}.tsx`),
    })),
  },
  build: { outDir: BUILT, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 10_000 },
};
