import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ApiError } from "#lib/client/api-error.ts";
import { call } from "#lib/client/call.ts";
import { projectId } from "#lib/contract/fields.ts";
import { checkHealth } from "#lib/contract/system.ts";
import * as z from "#lib/contract/zod.ts";
import { importFile } from "./lib/import/import-file.ts";
import { ImportScreen, summaryOf } from "./lib/import/import-screen.ts";
import type { Target } from "./lib/import/send-calls.ts";

const USAGE = `Imports conversations, one JSON object a line, as threads of calls.

  npm run import -- <file.jsonl> --project <entity>/<project> [--url http://127.0.0.1:3000] [--key <API key>]

The key may stand in SPINDLE_API_KEY instead. Lines may be OpenAI chat messages ("messages", or "input" and "output"), ShareGPT
("conversations"), or dialogues ("turns"). Running it again adds nothing twice.
Times that the data does not tell are filled in to keep the turns in order, and marked: no page shows them and no statistic counts them.
`;

/** What the person who runs the command has to put right. */
class WrongUse extends Error {}

process.exitCode = await run();

async function run(): Promise<number> {
  try {
    const { file, target } = readArguments();
    // Later on a lost service is waited for; one that is not there from the beginning is told at once.
    await call(checkHealth, {}, target);
    return await importShown(file, target);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}

/** 0 where at least one conversation could be read, bad lines or not. */
async function importShown(file: string, target: Target): Promise<number> {
  const screen = new ImportScreen(process.stderr, fs.statSync(file).size);
  try {
    const totals = await importFile(file, target, screen);
    screen.end();
    process.stdout.write(summaryOf(totals));
    if (totals.turns > 0) return totals.added + totals.known > 0 ? 0 : 1;
    process.stderr.write(`No conversation could be read from ${file}.\n`);
    return 1;
  } catch (error) {
    screen.end();
    throw error;
  }
}

function readArguments(): { file: string; target: Target } {
  const { values, positionals } = parse();
  if (values.help) throw new WrongUse(USAGE);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new WrongUse(`Name one file.\n\n${USAGE}`);
  const project = z.safeDecode(projectId, values.project);
  if (!project.success)
    throw new WrongUse(`Name the project as --project <entity>/<project>; got ${values.project ?? "none"}.`);
  const key = values.key ?? process.env.SPINDLE_API_KEY;
  if (!key)
    throw new WrongUse("Give an API key with --key or in SPINDLE_API_KEY; keys are made in the settings.");
  const [entity = "", name = ""] = project.data.split("/");
  const baseUrl = readUrl(values.url ?? "http://127.0.0.1:3000");
  // npm runs commands in the project's own folder; a path is meant from where the person stands.
  const from = process.env.INIT_CWD ?? process.cwd();
  const headers = { authorization: `Bearer ${key}` };
  return { file: path.resolve(from, file), target: { baseUrl, headers, entity, project: name } };
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
    throw new WrongUse(`--url ${text} is no address; use one such as http://127.0.0.1:3000.`);
  return text.replace(/\/+$/, "");
}

function explain(error: unknown): string {
  if (error instanceof WrongUse) return error.message;
  if (error instanceof ApiError) return `The service answered ${error.status}: ${error.message}`;
  if (error instanceof TypeError)
    return `The service cannot be reached (${error.cause instanceof Error ? error.cause.message : error.message}); is it running, and is --url right?`;
  if (error instanceof Error && "code" in error) return `The file cannot be read: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
