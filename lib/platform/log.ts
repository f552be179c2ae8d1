import { pino, stdSerializers } from "pino";
import { logLevel, processName } from "./env.ts";

/** Longer lines are cut: callers determine parts of them, and must not be able to fill the disk. */
const MAX_LINE_CHARS = 8_192;

/** Names under which a secret could reach a log line, at the top or one level down. */
const SECRET_FIELDS = [
  "password",
  "passwordHash",
  "secret",
  "token",
  "key",
  "apiKey",
  "authorization",
  "cookie",
];

/** One JSON line per event on standard output. Log ids, counts and durations; never headers, bodies or payloads. */
export const log = pino({
  level: logLevel(),
  base: { process: processName(), pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: loggedParts },
  redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: "[redacted]" },
  hooks: { streamWrite: (line) => tidyLine(line) },
});

/** Database errors contain values of the faulty row; only the fields that say what happened, and where, are logged. */
function loggedParts(error: Error): Record<string, unknown> {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, code };
}

/** Keeps a line one line for every reader (U+2028 and U+2029 end lines for some) and of bounded length. */
function tidyLine(line: string): string {
  const safe = line.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  if (safe.length <= MAX_LINE_CHARS) return safe;
  const { level, time, process: name, pid, requestId, msg } = JSON.parse(line);
  const text = String(msg ?? "").slice(0, 1_000);
  const cut = safe.slice(0, MAX_LINE_CHARS / 4);
  return `${JSON.stringify({ level, time, process: name, pid, requestId, msg: text, cut, lineChars: line.length })}\n`;
}
