// What `npm run docs` writes, for the compiler, which has nothing to read before that.

declare module "#lib/generated/docs/site.json" {
  const site: {
    pages: Readonly<Record<string, import("./doc-page.ts").DocPage>>;
    groups: readonly import("./doc-page.ts").DocGroup[];
  };
  // biome-ignore lint/style/noDefaultExport: JSON has one.
  export default site;
}

declare module "#lib/generated/docs/search.json" {
  const search: { index: string };
  // biome-ignore lint/style/noDefaultExport: JSON has one.
  export default search;
}

declare module "#lib/generated/docs/pictures.js" {
  export const PICTURES: Readonly<Record<string, { src: string; width: number; height: number }>>;
}
