import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { childEnvironment } from "#lib/platform/env.ts";
import { withLock } from "#lib/platform/processes/lock-file.ts";
import { runStep } from "./run-step.ts";

const CLIENT_STAMP = "lib/generated/prisma/.schema-sha256";
const DOCS_STAMP = "lib/generated/docs/.sources-sha256";
/** What `npm run docs` reads. */
const DOCUMENTS = [
  ...["docs", "README.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", ".env.example", "examples"],
  ...["lib/contract", "scripts/docs", "components/docs/search-index.ts", "package-lock.json"],
];
const BUILD_STAMP = ".next/sources-sha256";
/** A build writes it at its end; without it nothing can be served. */
const BUILD_ID = ".next/BUILD_ID";
/** Everything that the built pages and routes are made of. */
const SOURCES = [
  ...["docs/screens", "examples/conversations.jsonl"],
  ...["app", "components", "lib", "public", "prisma/schema.prisma"],
  ...["next.config.js", "proxy.ts", "postcss.config.mjs", "tsconfig.json", "package-lock.json"],
];
const LOCKS = ".cache/prepare";
/** Marks a service that came built, without what it was built from. */
export const LAID_OUT = ".next/laid-out";

/** Generates the database client if the schema changed since the last time. */
export async function generateClient(signal: AbortSignal): Promise<void> {
  await whenChanged(CLIENT_STAMP, ["prisma/schema.prisma", "package-lock.json"], () =>
    runStep(["node_modules/prisma/build/index.js", "generate"], {
      env: childEnvironment(),
      signal,
      failure: "The database client could not be generated from prisma/schema.prisma; see above.",
    }),
  );
}

/** Writes what the pages below `/docs` are drawn from, if a document changed since the last time. */
export async function generateDocs(signal: AbortSignal): Promise<void> {
  await whenChanged(DOCS_STAMP, DOCUMENTS, () =>
    runStep(["scripts/docs/make.ts"], {
      env: childEnvironment(),
      signal,
      failure: "The documents could not be made into pages; see above.",
    }),
  );
}

/** Builds the pages and routes if anything they are made of changed since the last time; `announce` is called before. */
export async function buildApplication(signal: AbortSignal, announce: () => void): Promise<void> {
  await generateDocs(signal);
  if (!fs.existsSync(BUILD_ID)) fs.rmSync(BUILD_STAMP, { force: true });
  await whenChanged(BUILD_STAMP, SOURCES, async () => {
    announce();
    fs.rmSync(BUILD_ID, { force: true });
    await runStep(["node_modules/next/dist/bin/next", "build"], {
      env: childEnvironment({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }),
      signal,
      failure: "The application could not be built; see above.",
    });
    if (!fs.existsSync(BUILD_ID))
      throw new Error("The build of the application ended before it was done; start again.");
  });
}

/** One process at a time does the work; the others wait and find it done. Who needs the client alone does not wait for a build. */
async function whenChanged(stamp: string, sources: string[], work: () => Promise<void>): Promise<void> {
  if (fs.existsSync(LAID_OUT)) return;
  fs.mkdirSync(LOCKS, { recursive: true });
  await withLock(path.join(LOCKS, `${stamp.replaceAll("/", "-")}.lock`), async () => {
    const hash = hashOf(sources);
    if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === hash) return;
    fs.rmSync(stamp, { force: true });
    await work();
    fs.writeFileSync(stamp, hash);
  });
}

function hashOf(sources: string[]): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesUnder)) hash.update(`${file}\0`).update(fs.readFileSync(file));
  return hash.digest("hex");
}

/** No build contains these. */
const LEFT_OUT = /\.test\.tsx?$|^lib\/testing\/|\.(schema|sources)-sha256$/;

/** Files in a fixed order. */
function filesUnder(source: string): string[] {
  const stat = fs.statSync(source, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [source];
  const entries = fs.readdirSync(source, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
}
