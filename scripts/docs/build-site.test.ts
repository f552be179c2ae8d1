import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { type FoundSection, findSections, INDEX_OPTIONS } from "../../components/docs/search-index.ts";
import { buildSite, type Site } from "./build-site.ts";
import { readDocuments } from "./documents.ts";

/** The site that these documents make, each under its path in the project. */
function siteOf(files: Record<string, string>): Site {
  const documents = Object.entries(files).map(([file, markdown]) => ({
    file,
    slug: file.replace(/^docs\/|\.md$/g, ""),
    markdown,
  }));
  return buildSite(process.cwd(), documents);
}

test("every document of the project is a page, and each of its links, anchors and pictures leads somewhere", () => {
  const { pages, groups, faults } = buildSite(process.cwd());
  expect(faults).toEqual([]);
  const addresses = Object.keys(pages).map((slug) => (slug === "" ? "/docs" : `/docs/${slug}`));
  expect(addresses).toHaveLength(readDocuments(process.cwd()).length);
  expect(addresses).toEqual(
    expect.arrayContaining(["/docs", "/docs/operate", "/docs/settings", "/docs/decisions"]),
  );
  // The API has its own page there.
  expect(addresses).not.toContain("/docs/api");
  const listed = groups.flatMap(({ pages: links }) => links.map(({ href }) => href));
  expect(addresses).toEqual(expect.arrayContaining(listed));
});

test("a link that leads nowhere, a picture that is not there and a tag of HTML are each a sentence", () => {
  const { faults, pages } = siteOf({
    "docs/one.md": "# One\n\n[two](two.md#there) [here](#one) [gone](three.md) ![gone](screens/gone.png)",
    "docs/two.md": "# Two\n\n[nowhere](one.md#nowhere)\n",
    "docs/raw.md": "# Raw\n\n<script>alert(1)</script>",
    "docs/untitled.md": "Words alone.",
  });
  expect(faults).toEqual([
    "docs/raw.md: HTML is not drawn here: <script>alert(1)</script>",
    "docs/untitled.md: it has no title: begin it with a line `# …`",
    "docs/one.md: two.md#there leads to no heading of docs/two.md",
    "docs/one.md: three.md leads to no page of the site",
    "docs/one.md: there is no picture docs/screens/gone.png",
    "docs/two.md: one.md#nowhere leads to no heading of docs/one.md",
  ]);
  expect(Object.keys(pages)).toEqual(["one", "two"]);
});

test("headings have the anchors that GitHub gives them, and those of the second and third level are listed", () => {
  const { pages } = siteOf({
    "docs/one.md": "# One\n\n## Clean *up* & `go`\n\n### Twice\n\n## Twice\n\n#### Deep\n",
  });
  expect(pages.one?.headings).toEqual([
    { id: "clean-up--go", text: "Clean up & go", level: 2 },
    { id: "twice", text: "Twice", level: 3 },
    { id: "twice-1", text: "Twice", level: 2 },
  ]);
});

test("the search finds a section by its words, a setting by its name and an operation by its id", () => {
  const index = JSON.stringify(buildSite(process.cwd()).search);
  const search = MiniSearch.loadJSON<FoundSection>(index, INDEX_OPTIONS);
  const best = (text: string) => findSections(search, text)[0]?.href;
  expect(best("restore")).toBe("/docs/operate#restore");
  expect(best("SAMPLE_SLOTS")).toBe("/docs/settings");
  expect(best("getQueueStats")).toBe("/docs/api/queues#getQueueStats");
  expect(findSections(search, "leased rows")[0]?.href).toBe("/docs/decisions/0022-jobs-are-leased-rows");
  expect(findSections(search, "zyzzyva")).toEqual([]);
});
