// Every path that a document names must exist, so that a file which moves takes its mentions along; and a decision's number is its own.
import fs from "node:fs";
import path from "node:path";
import { DECISION_INDEX, decisionIndex } from "./decision-index.ts";

const FOLDERS = ["app", "components", "docs", "e2e", "examples", "lib", "prisma", "public", "scripts"];
/** By name, and not by what is there: a file that went away has to be noticed too. */
const FILES = [
  ".dependency-cruiser.cjs",
  ".env.example",
  "biome.json",
  "CONTRIBUTING.md",
  "next.config.js",
  "package.json",
  "playwright.config.ts",
  "proxy.ts",
  "README.md",
  "server.ts",
  "tsconfig.json",
  "vitest.config.ts",
];

type Mention = { file: string; line: number; path: string };

/** Prints each mention of a path that does not exist under `root`, as file:line, and the decisions that share a number. */
function main(root: string): void {
  const mentions = documentsUnder(root).flatMap((file) => mentionsIn(root, file));
  const broken = mentions.filter((one) => !isMade(one.path) && !fs.existsSync(path.join(root, one.path)));
  for (const { file, line, path: missing } of broken)
    console.error(`${file}:${line}: ${missing} does not exist`);
  console.log(`${mentions.length} paths in documents, ${broken.length} of them missing`);
  const clashes = numberClashes(root);
  for (const files of clashes) console.error(`docs/decisions: ${files.join(" and ")} have the same number`);
  const isOld = isIndexOld(root);
  if (isOld) console.error(`${DECISION_INDEX} is out of date: run npx node scripts/decision-index.ts`);
  if (broken.length + clashes.length > 0 || isOld) process.exitCode = 1;
}

/** What a build makes is missing in a fresh checkout, and no fault of the document. */
function isMade(mentioned: string): boolean {
  return mentioned.startsWith("lib/generated/");
}

function isIndexOld(root: string): boolean {
  const file = path.join(root, DECISION_INDEX);
  return (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null) !== decisionIndex(root);
}

/** Branches that begin side by side take the same next number. */
function numberClashes(root: string): string[][] {
  const folder = path.join(root, "docs/decisions");
  const files = fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((file) => /^\d{4}-/.test(file))
        .sort()
    : [];
  const byNumber = Map.groupBy(files, (file) => file.slice(0, 4));
  return [...byNumber.values()].filter((sharing) => sharing.length > 1);
}

function documentsUnder(root: string): string[] {
  const docs = fs.readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" });
  return ["README.md", "CONTRIBUTING.md", ...docs.map((file) => path.join("docs", file)).sort()].filter(
    (file) => file.endsWith(".md"),
  );
}

/** Paths in backticks and targets of links, outside fenced blocks. */
function mentionsIn(root: string, file: string): Mention[] {
  let isFenced = false;
  return fs
    .readFileSync(path.join(root, file), "utf8")
    .split("\n")
    .flatMap((text, index): Mention[] => {
      const isFence = /^\s*(```|~~~)/.test(text);
      if (isFence) isFenced = !isFenced;
      if (isFence || isFenced) return [];
      const at = { file, line: index + 1 };
      return [...pathsInCode(text), ...linkTargets(text, file)].map((found) => ({ ...at, path: found }));
    });
}

/** A span may be a whole command; each of its words is looked at. Patterns and placeholders name no one file. */
function pathsInCode(text: string): string[] {
  const words = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => code.split(/[\s,;]+/));
  return words
    .filter((word) => !/[*<>…{}$]/.test(word))
    .map((word) => word.replace(/^\.\//, "").replace(/:\d+$/, ""))
    .filter((word) => FILES.includes(word) || FOLDERS.some((folder) => word.startsWith(`${folder}/`)));
}

/** Relative targets, as paths below the root; addresses and anchors are none. */
function linkTargets(text: string, file: string): string[] {
  return [...text.replaceAll(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => decodeURI(target).replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^([a-z][a-z0-9+.-]*:|\/)/i.test(target))
    .map((target) => path.join(path.dirname(file), target));
}

main(process.argv[2] ?? path.resolve(import.meta.dirname, ".."));
