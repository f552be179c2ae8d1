import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findImportBreaches } from "./import-rules.ts";

const tree = path.resolve(`.cache/planted-imports-${process.pid}`);

afterAll(() => fs.rmSync(tree, { recursive: true, force: true }));

/** A small project with the given files, checked by our rules. */
async function breachesOf(files: Record<string, string>): Promise<string[]> {
  fs.rmSync(tree, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    fs.writeFileSync(path.join(tree, file), text);
  }
  fs.copyFileSync("package.json", path.join(tree, "package.json"));
  fs.symlinkSync(path.resolve("node_modules"), path.join(tree, "node_modules"));
  const { breaches } = await findImportBreaches(tree);
  return [...new Set(breaches.map(({ rule, from }) => `${from}: ${rule}`))].sort();
}

const LEAF = "export type Leaf = string;\nexport const leaf = 1;\n";

/** What is forbidden, the file that does it, its line, and the rule. */
const FORBIDDEN = [
  [
    "what a start runs imports a package that only developers install",
    "lib/traces/calls/a1.ts",
    'import OpenAI from "openai";',
    "what-runs-needs-no-package-of-developers",
  ],
  [
    "the contract imports a verb",
    "lib/contract/a2.ts",
    'import { leaf } from "#lib/traces/calls/leaf.ts";',
    "the-contract-knows-only-zod",
  ],
  [
    "the contract imports a type of the database",
    "lib/contract/a3.ts",
    'import type { Leaf } from "#lib/platform/db/leaf.ts";',
    "the-contract-knows-only-zod",
  ],
  [
    "the contract imports another package",
    "lib/contract/a4.ts",
    'import pg from "pg";',
    "the-contract-knows-only-zod",
  ],
  [
    "a verb imports the zod that is not tree-shaken",
    "lib/traces/calls/a5.ts",
    'import { z } from "zod";',
    "zod-is-zod-mini",
  ],
  [
    "a page imports zod by another way than the contract's",
    "components/calls/a6.ts",
    'import * as z from "zod/mini";',
    "one-way-for-zod-into-the-browser",
  ],
  [
    "a verb imports a type of Next",
    "lib/traces/calls/a7.ts",
    'import type { NextRequest } from "next/server";',
    "verbs-know-neither-next-nor-react",
  ],
  [
    "a verb imports React",
    "lib/annotation/queues/a8.ts",
    'import { useState } from "react";',
    "verbs-know-neither-next-nor-react",
  ],
  [
    "a verb imports the HTTP layer",
    "lib/annotation/queues/a9.ts",
    'import { leaf } from "#lib/edge/http/leaf.ts";',
    "what-annotation-stands-on",
  ],
  [
    "a verb imports a room that stands further up",
    "lib/traces/calls/a10.ts",
    'import type { Leaf } from "#lib/annotation/queues/leaf.ts";',
    "what-traces-stands-on",
  ],
  [
    "the HTTP layer imports a verb",
    "lib/edge/http/a11.ts",
    'import { leaf } from "#lib/traces/calls/leaf.ts";',
    "http-knows-no-verb-but-access",
  ],
  [
    "the client imports an error class",
    "lib/client/a12.ts",
    'import { leaf } from "#lib/platform/leaf.ts";',
    "the-client-knows-the-contract",
  ],
  [
    "a component imports a type of a verb",
    "components/threads/a13.tsx",
    'import type { Leaf } from "#lib/traces/calls/leaf.ts";',
    "components-use-the-client",
  ],
  [
    "a page imports the database",
    "app/threads/page.tsx",
    'import { leaf } from "#lib/platform/db/leaf.ts";',
    "pages-use-the-client",
  ],
  [
    "a primitive imports a type of a feature",
    "components/ui/a15.tsx",
    'import type { Leaf } from "#components/threads/leaf.tsx";',
    "primitives-know-no-feature",
  ],
  [
    "product code imports a test helper",
    "lib/traces/calls/a16.ts",
    'import { leaf } from "#lib/testing/leaf.ts";',
    "test-helpers-are-for-tests",
  ],
  [
    "an internal file is used in another room",
    "lib/annotation/queues/a17.ts",
    'import { leaf } from "#lib/traces/calls/b.internal.ts";',
    "internal-files-stay-in-their-room",
  ],
  [
    "a folder is imported through a barrel",
    "lib/annotation/queues/a18.ts",
    'import { leaf } from "#lib/traces/calls/index.ts";',
    "no-barrels",
  ],
  [
    "a file that does not exist is imported",
    "lib/traces/calls/a19.ts",
    'import { leaf } from "#lib/traces/calls/nowhere.ts";',
    "no-unknown-imports",
  ],
];

const LEAVES = [
  "lib/platform/leaf.ts",
  "lib/platform/db/leaf.ts",
  "lib/traces/calls/leaf.ts",
  "lib/traces/calls/index.ts",
  "lib/traces/calls/b.internal.ts",
  "lib/annotation/queues/leaf.ts",
  "lib/edge/http/leaf.ts",
  "lib/testing/leaf.ts",
  "components/threads/leaf.tsx",
];

describe("It is found when", () => {
  let found: string[] = [];

  // All in one tree, because checking a tree takes longer than all else here.
  beforeAll(async () => {
    const leaves = LEAVES.map((leaf) => [leaf, LEAF]);
    const planted = FORBIDDEN.map(([, file, line]) => [file, `${line}\n`]);
    found = await breachesOf(Object.fromEntries([...leaves, ...planted]));
  });

  test.each(FORBIDDEN)("%s", (_, file, __, rule) => {
    expect(found).toContain(`${file}: ${rule}`);
  });
});

test("Two files that import each other are found, also when it is only a type", async () => {
  const found = await breachesOf({
    "lib/traces/calls/a.ts": 'import { b } from "./b.ts";\nexport const a = b;\nexport type A = number;\n',
    "lib/traces/calls/b.ts": 'import type { A } from "./a.ts";\nexport const b: A = 1;\n',
  });
  expect(found).toContain("lib/traces/calls/a.ts: no-cycles");
});

test("Two folders that need each other are found, though no two files do", async () => {
  const found = await breachesOf({
    "components/calls/a.tsx": 'import { leaf } from "#components/queues/leaf.tsx";\nexport const a = leaf;\n',
    "components/calls/leaf.tsx": LEAF,
    "components/queues/b.tsx": 'import { leaf } from "#components/calls/leaf.tsx";\nexport const b = leaf;\n',
    "components/queues/leaf.tsx": LEAF,
  });
  expect(found).toEqual(["components/calls: no-folder-circles"]);
});

test("Imports that point down are allowed, and a test may build what it needs", async () => {
  const found = await breachesOf({
    "lib/contract/zod.ts":
      'import * as core from "zod/v4/core";\nexport const string = () => new core.$ZodString({ type: "string" });\n',
    "lib/contract/a.ts": 'import * as z from "./zod.ts";\nexport const a = z.string();\n',
    "lib/traces/calls/b.internal.ts": LEAF,
    "lib/traces/calls/c.ts":
      'import { a } from "#lib/contract/a.ts";\nimport { leaf } from "./b.internal.ts";\nexport const c = [a, leaf];\n',
    "lib/testing/d.ts": LEAF,
    "lib/annotation/queues/e.ts": 'import { c } from "#lib/traces/calls/c.ts";\nexport const e = c;\n',
    "lib/annotation/queues/e.test.ts":
      'import { leaf } from "#lib/testing/d.ts";\nimport { e } from "./e.ts";\nexport const f = [leaf, e];\n',
    "components/ui/g.tsx": 'import React from "react";\nexport const g = React;\n',
    "components/threads/h.tsx":
      'import { g } from "#components/ui/g.tsx";\nimport type { a } from "#lib/contract/a.ts";\nexport const h: typeof a = g;\n',
  });
  expect(found).toEqual([]);
});
