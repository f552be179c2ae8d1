import fs from "node:fs";
import path from "node:path";

/** A file of the project that is a page of the site. */
export type SourceDocument = { file: string; slug: string; markdown: string };

type Group = { title: string; files: readonly string[] };

/** The sidebar, in reading order. Decisions are reached by their index. */
export const GROUPS: readonly Group[] = [
  {
    title: "Begin",
    files: [
      ...["README.md", "docs/first-steps.md", "docs/datasets.md", "docs/preferences.md", "docs/loops.md"],
      ...["docs/screens.md", "docs/glossary.md"],
    ],
  },
  { title: "Use from programs", files: ["docs/clients.md", "docs/webhooks.md", "docs/open-points.md"] },
  {
    title: "Operate",
    files: [
      ...["docs/operate.md", ".env.example", "docs/versions.md", "SECURITY.md"],
      ...["docs/engines.md", "docs/commands.md", "docs/benchmarks.md"],
    ],
  },
  {
    title: "Change the code",
    files: ["docs/architecture.md", "CONTRIBUTING.md", "docs/decisions/README.md", "LICENSE"],
  },
];

/** Files that are not Markdown, with the title of their page. */
const PLAIN: Readonly<Record<string, { title: string; language: string }>> = {
  ".env.example": { title: "Settings", language: "ini" },
  LICENSE: { title: "Licence", language: "text" },
};

const DECISIONS = "docs/decisions";
/** Programs to read and to copy, each a page. */
const PROGRAMS = "examples";
const LANGUAGES: Readonly<Record<string, string>> = { ".ts": "typescript", ".py": "python" };

/** Every page's document: those of the sidebar, then the decisions by number and the programs. */
export function readDocuments(root: string): SourceDocument[] {
  const decisions = filesIn(root, DECISIONS).filter((file) => /\/\d{4}-.*\.md$/.test(file));
  const programs = filesIn(root, PROGRAMS).filter((file) => path.extname(file) in LANGUAGES);
  return [...GROUPS.flatMap(({ files }) => files), ...decisions, ...programs].map((file) => ({
    file,
    slug: slugOf(file),
    markdown: markdownOf(file, fs.readFileSync(path.join(root, file), "utf8")),
  }));
}

function filesIn(root: string, folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(folder, name))
    .sort();
}

/** The part of its address after `/docs/`: none for the README, which is the site's first page. */
function slugOf(file: string): string {
  const plain = PLAIN[file];
  if (plain) return plain.title.toLowerCase();
  if (path.extname(file) in LANGUAGES) return file;
  const name = file.replace(/^docs\//, "").replace(/\.md$/, "");
  return name.replace(/(^|\/)README$/, "").toLowerCase();
}

function markdownOf(file: string, text: string): string {
  const language = LANGUAGES[path.extname(file)];
  const plain = PLAIN[file] ?? (language ? { title: path.basename(file), language } : undefined);
  return plain ? `# ${plain.title}\n\n\`\`\`\`${plain.language}\n${text.trimEnd()}\n\`\`\`\`\n` : text;
}
