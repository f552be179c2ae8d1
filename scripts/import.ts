import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { projectId } from "#lib/contract/fields.ts";
import { checkHealth } from "#lib/contract/jobs/system.ts";
import * as z from "#lib/contract/zod.ts";
import { env, WrongSetting } from "#lib/platform/env.ts";
import type { Target } from "#lib/traces/import/files/send-calls.ts";
import { WrongFile } from "#lib/traces/import/wrong-file.ts";
import { filesOf, importFiles } from "./lib/import/import-file.ts";
import { ImportScreen, summaryOf } from "./lib/import/import-screen.ts";
import { type LocalAccess, readLocalAccess } from "./lib/start/local-access.ts";

const USAGE = `Imports conversations as threads of calls, and calls that were exported.

  npm run import -- <files or folder> [--project <entity>/<project>] [--url http://127.0.0.1:3000] [--key <API key>]

On the machine of the service nothing else is needed: its address, and the key and project of its first start, are in its data folder.
The key may also stand in SPINDLE_API_KEY. A file holds one conversation a line, or a JSON array of them: OpenAI chat messages
("messages", or "input" and "output"), ShareGPT ("conversations"), or dialogues ("turns", also as the Schema-Guided Dialogue data set is
published). A table of Parquet that was exported here brings its calls back, with their ids and times. Running it again adds nothing twice.
Times that the data does not state are filled in to keep the turns in order, and marked: no page shows them and no statistic counts them.
`;

/** A problem that the person who runs the command has to fix. */
class WrongUse extends Error {}

process.exitCode = await run();

async function run(): Promise<number> {
  try {
    const { files, target } = readArguments();
    // Later on a lost service is waited for; one that is not there from the beginning is reported at once.
    await call(checkHealth, {}, target);
    return await importShown(files, target);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}

/** 0 where at least one conversation could be read, bad lines or not. */
async function importShown(files: readonly string[], target: Target): Promise<number> {
  const sizeBytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
  const screen = new ImportScreen(process.stderr, sizeBytes);
  try {
    const totals = await importFiles(files, target, screen);
    screen.end();
    process.stdout.write(summaryOf(totals));
    if (totals.turns + totals.nested + totals.loose > 0) return totals.added + totals.known > 0 ? 0 : 1;
    process.stderr.write(`No conversation could be read from ${files.join(", ")}.\n`);
    return 1;
  } catch (error) {
    screen.end();
    throw error;
  }
}

function readArguments(): { files: string[]; target: Target } {
  const { values, positionals } = parse();
  if (values.help) throw new WrongUse(USAGE);
  if (positionals.length === 0) throw new WrongUse(`Name a file.\n\n${USAGE}`);
  const files = filesAt(positionals);
  const local = readLocalAccess(env().SPINDLE_DATA_DIR);
  const project = readProject(values.project ?? local.project);
  const baseUrl = readUrl(values.url ?? local.address ?? "http://127.0.0.1:3000");
  const [entity = "", name = ""] = project.split("/");
  const headers = { authorization: `Bearer ${readKey(values.key, { baseUrl, local })}` };
  return { files, target: { baseUrl, headers, entity, project: name } };
}

function filesAt(places: readonly string[]): string[] {
  // npm runs commands in the project's own folder; a path is meant from where the person stands.
  const from = process.env.INIT_CWD ?? process.cwd();
  const files = places.flatMap((place) => filesOf(path.resolve(from, place)));
  if (files.length > 0) return files;
  throw new WrongUse(
    `There is no file named *.json, *.jsonl, *.ndjson or *.parquet in ${places.join(", ")}.`,
  );
}

function readProject(named: string | null): string {
  if (named === null)
    throw new WrongUse(
      `No service has made its first project in ${env().SPINDLE_DATA_DIR} yet: wait until \`npm start\` says that Spindle is ready. ` +
        "For another service or project give --url, --key and --project <entity>/<project>.",
    );
  const project = z.safeDecode(projectId, named);
  if (project.success) return project.data;
  throw new WrongUse(`Name the project as --project <entity>/<project>; got ${named}.`);
}

/** The key that the first start left is for its own service alone. */
function readKey(named: string | undefined, at: { baseUrl: string; local: LocalAccess }): string {
  const left = at.baseUrl === at.local.address ? (env().INIT_API_KEY ?? at.local.key) : null;
  const key = named ?? (process.env.SPINDLE_API_KEY || left);
  if (key) return key;
  throw new WrongUse(
    `Give an API key with --key or in SPINDLE_API_KEY; keys are made in the settings, and ${env().SPINDLE_DATA_DIR} holds none for ${at.baseUrl}.`,
  );
}

function parse() {
  const options = {
    project: { type: "string" },
    url: { type: "string" },
    key: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new WrongUse(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function readUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new WrongUse(`--url ${text} is not an address; use one such as http://127.0.0.1:3000.`);
  return text.replace(/\/+$/, "");
}

function explain(error: unknown): string {
  if (error instanceof WrongUse || error instanceof WrongSetting) return error.message;
  if (error instanceof WrongFile) return `No conversation could be read from the file: ${error.message}.`;
  if (error instanceof ApiError) return `The service answered ${error.status}: ${error.message}`;
  if (error instanceof TypeError)
    return `The service cannot be reached (${error.cause instanceof Error ? error.cause.message : error.message}); is it running, and is --url right?`;
  if (error instanceof Error && "code" in error) return `The file cannot be read: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
