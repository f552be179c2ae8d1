import * as z from "zod/mini";
import { env } from "#lib/platform/env.ts";

/** A line of the log, as far as people read it. */
const EntrySchema = z.looseObject({
  level: z.string(),
  time: z.string(),
  process: z.string(),
  msg: z.string(),
});
type Entry = z.infer<typeof EntrySchema>;

const QUIET_LEVELS = new Set(["trace", "debug", "info"]);
/** Who asks for more than the usual wants to see it. */
const WANTS_ALL = new Set<string>(["trace", "debug"]);
/** The person at the terminal knows these. */
const LEFT_OUT = new Set(["level", "time", "process", "msg", "pid", "requestId"]);
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/** Log lines of our processes pass as they are, other output becomes such a line; on a terminal both are short, and only what asks for attention. */
export function passOn(name: string, line: string, isError: boolean): void {
  const entry = readEntry(line);
  if (entry) write(entry, line);
  // A process that ends with an error of Node's says why only there.
  else if (line.trim() !== "") report(name, isError ? "warn" : "info", line);
}

/** Writes a line of the supervisor's own. */
export function report(name: string, level: string, msg: string): void {
  const entry = { level, time: new Date().toISOString(), process: name, msg };
  write(entry, JSON.stringify(entry));
}

function write(entry: Entry, json: string): void {
  if (!process.stdout.isTTY) process.stdout.write(`${json}\n`);
  else if (!QUIET_LEVELS.has(entry.level) || WANTS_ALL.has(env().LOG_LEVEL))
    process.stdout.write(`${terminalLine(entry)}\n`);
}

/** Null for what is not a line of ours; libraries print what they like, JSON too. */
export function readEntry(line: string): Entry | null {
  if (!line.startsWith("{")) return null;
  try {
    const { success, data } = EntrySchema.safeParse(JSON.parse(line));
    return success ? data : null;
  } catch {
    return null;
  }
}

/** Callers choose parts of what is logged, and may not speak to the terminal with it. */
export function terminalLine(entry: Entry): string {
  const details = Object.entries(entry)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${textOf(value)}`);
  const time = new Date(entry.time).toTimeString().slice(0, 8);
  return [time, entry.process.padEnd(7), entry.level.padEnd(5), entry.msg, ...details]
    .join(" ")
    .replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Of an error the kind and the words: its stack is in the log that is not a terminal. */
function textOf(value: unknown): string {
  if (value !== null && typeof value === "object" && "message" in value) return String(value.message);
  return typeof value === "string" ? value : JSON.stringify(value);
}
