import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { decisionIndex } from "./decision-index.ts";

/** What the check says of a project that holds these files and nothing else. */
function checkOf(files: Record<string, string>): { code: number | null; faults: string[] } {
  const root = fs.mkdtempSync(path.join(tmpdir(), "spindle-docs-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries({ "README.md": "", "CONTRIBUTING.md": "", ...files })) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  const script = path.resolve(import.meta.dirname, "check-docs.ts");
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: "utf8" });
  return { code: status, faults: stderr.split("\n").filter((line) => line !== "") };
}

const DOCUMENT = "docs/some/page.md";

test("paths that exist, and words that are not paths of the project, are not faults", () => {
  const files = {
    "lib/a/[b]/c.ts": "",
    "server.ts": "",
    "docs/other.md": "",
    "README.md": "`server.ts`, `node lib/a/[b]/c.ts --all` and [a page](docs/other.md#part)",
    [DOCUMENT]: [
      "`lib/generated/docs` is there only where something made it",
      "`and/or`, `/api/keys`, `api/none`, `lib/*/x.ts`, `lib/<verb>.ts`, `app/…/route.ts`, `handle.ts`",
      "[up](../other.md) [out](https://example.com/x) [here](#part)",
      "```\n`lib/in/a/fence.ts`\n```",
    ].join("\n"),
  };
  expect(checkOf(files)).toEqual({ code: 0, faults: [] });
});

test.each([
  ["a path in backticks", "see `lib/gone.ts`", "lib/gone.ts"],
  ["a path in a command", "`node scripts/gone.ts --now`", "scripts/gone.ts"],
  ["a file at the top", "`server.ts`", "server.ts"],
  ["a link", "[gone](../gone.md#part)", "docs/gone.md"],
])("%s that does not exist is reported with its place", (_, text, missing) => {
  const files = { [DOCUMENT]: `first\n\n${text}` };
  expect(checkOf(files)).toEqual({ code: 1, faults: [`${DOCUMENT}:3: ${missing} does not exist`] });
});

test("decisions that share a number are reported, as two branches may take the same one", () => {
  const names = ["0001-one.md", "0002-two.md", "0002-too.md"];
  const files = Object.fromEntries(names.map((name) => [`docs/decisions/${name}`, ""]));
  const { code, faults } = checkOf(files);
  expect(code).toBe(1);
  expect(faults).toContain("docs/decisions: 0002-too.md and 0002-two.md have the same number");
});

test("the index of decisions lists each with its status and its successor, and says when it is out of date", () => {
  const files = {
    "scripts/decision-index.ts": "",
    "docs/decisions/0000-template.md": "# 0000 · Title",
    "docs/decisions/0001-one.md":
      "# 0001 · One way\n\nDate: 2026-01-01 · Status: superseded by [0002](0002-two.md)",
    "docs/decisions/0002-two.md": "# 0002 · Another way\n\nDate: 2026-01-02 · Status: accepted",
  };
  const root = fs.mkdtempSync(path.join(tmpdir(), "spindle-index-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  for (const folder of ["docs/decisions", "scripts"])
    fs.mkdirSync(path.join(root, folder), { recursive: true });
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(root, file), text);
  const index = decisionIndex(root) ?? "";
  expect(index).toMatch(/\| 0001 \| \[One way\]\(0001-one\.md\) +\| superseded \| 0002 +\|/);
  expect(index).toMatch(/\| 0002 \| \[Another way\]\(0002-two\.md\) \| accepted +\| +\|/);
  expect(checkOf({ ...files, "docs/decisions/README.md": index })).toEqual({ code: 0, faults: [] });
  expect(checkOf({ ...files, "docs/decisions/README.md": `${index}more` })).toEqual({
    code: 1,
    faults: ["docs/decisions/README.md is out of date: run npx node scripts/decision-index.ts"],
  });
});
