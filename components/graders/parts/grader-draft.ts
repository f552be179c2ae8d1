import { Grader, type GraderType } from "#lib/contract/evaluation/grader.ts";
import { faultIn } from "#lib/contract/fault.ts";
import { isDict } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { GRADER_FACTS, type GraderField, isJsonKind } from "./grader-fields.ts";
import { worthsIn } from "./prompt-messages.ts";

/** What stands in the form. */
export type GraderDraft = {
  type: GraderType;
  texts: Readonly<Record<string, string>>;
  /** The whole grader as JSON, while it is entered so. */
  json?: string;
};

/** The grader of a draft, or what is wrong with it, by field. */
export type ReadDraft = { grader: Grader; faults: null } | { grader: null; faults: Record<string, string> };

export function draftOfType(type: GraderType): GraderDraft {
  return {
    type,
    texts: Object.fromEntries(GRADER_FACTS[type].fields.map(({ key, initial }) => [key, initial])),
  };
}

/** Another type, keeping what both have. */
export function withType(draft: GraderDraft, type: GraderType): GraderDraft {
  const kept = GRADER_FACTS[type].fields.flatMap(({ key, kind }) => {
    const text = draft.texts[key];
    const had = GRADER_FACTS[draft.type].fields.find((field) => field.key === key);
    return text !== undefined && had?.kind === kind && kind !== "choice" ? [[key, text] as const] : [];
  });
  return { type, texts: { ...draftOfType(type).texts, ...Object.fromEntries(kept) } };
}

export function draftOf(grader: Grader): GraderDraft {
  const wire = z.encode(Grader, grader);
  const given = isDict(wire) ? wire : {};
  return {
    type: grader.type,
    texts: Object.fromEntries(
      GRADER_FACTS[grader.type].fields.map(({ key, kind }) => [key, textOf(given[key], kind)]),
    ),
  };
}

/** JSON up to this length stands on one line. */
const SHORT = 20;

function textOf(value: unknown, kind: GraderField["kind"]): string {
  if (value === undefined || value === null) return "";
  if (kind === "lines" && Array.isArray(value)) return value.join("\n");
  if (!isJsonKind(kind)) return typeof value === "string" ? value : JSON.stringify(value);
  const short = JSON.stringify(value);
  return short.length <= SHORT ? short : JSON.stringify(value, null, 2);
}

/** The draft as one text of JSON; null while it is no grader. */
export function asJson(draft: GraderDraft): GraderDraft | null {
  const { grader } = readDraft(draft);
  return grader && { ...draft, json: JSON.stringify(z.encode(Grader, grader), null, 2) };
}

export function readDraft({ type, texts, json }: GraderDraft): ReadDraft {
  if (json !== undefined) return readWhole(json);
  const faults: Record<string, string> = {};
  const wire: Record<string, unknown> = { type };
  for (const field of GRADER_FACTS[type].fields) {
    const text = texts[field.key] ?? "";
    if (text.trim() === "" && field.isOptional) continue;
    const value = entered(text, field.kind);
    const missing = field.kind === "worths" ? withoutWorth(text) : [];
    if (missing.length > 0) faults[field.key] = `Say what ${listWords(missing)} worth, from 0 to 1.`;
    else if (value === undefined)
      faults[field.key] = isJsonKind(field.kind) ? "This is not JSON." : "Enter a number.";
    else wire[field.key] = value;
  }
  if (Object.keys(faults).length > 0) return { grader: null, faults };
  const read = z.safeDecode(Grader, wire);
  if (read.success) return { grader: read.data, faults: null };
  for (const issue of read.error.issues) {
    const key = String(issue.path[0] ?? "");
    faults[key] ??= faultText(issue);
  }
  return { grader: null, faults };
}

/** Labels of which nobody has said what they are worth. */
function withoutWorth(text: string): string[] {
  return (worthsIn(text) ?? []).flatMap(({ label, worth }) => (worth.trim() === "" ? label : []));
}

function listWords(labels: readonly string[]): string {
  const words = labels.map((label) => `“${label}”`);
  const [last = "", ...before] = words.toReversed();
  return before.length === 0 ? `${last} is` : `${before.toReversed().join(", ")} and ${last} are`;
}

function readWhole(json: string): ReadDraft {
  const wire = readJson(json);
  const read = wire === undefined ? null : z.safeDecode(Grader, wire);
  if (read?.success) return { grader: read.data, faults: null };
  const [issue] = read?.error.issues ?? [];
  const at = issue ? issue.path.join(" › ") : "";
  return {
    grader: null,
    faults: {
      json: issue ? `${at === "" ? "" : `${at}: `}${faultText({ ...issue, path: [] })}` : "This is not JSON.",
    },
  };
}

/** Undefined where the text cannot be one. */
function entered(text: string, kind: GraderField["kind"]): unknown {
  if (kind === "lines") return text.split("\n").flatMap((line) => line.trim() || []);
  if (isJsonKind(kind)) return readJson(text);
  if (kind !== "number") return text;
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) ? undefined : number;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultText(issue: z.core.$ZodIssue): string {
  const fault = issue.code === "custom" ? faultIn(issue) : null;
  const where = issue.path.slice(1).join(" › ");
  const at = where === "" ? "" : `${where}: `;
  if (fault?.text) return `${at}${fault.text}.`;
  if (issue.code === "too_small" || fault?.type === "missing") return `${at}this is missing.`;
  return `${at}this cannot be used.`;
}
