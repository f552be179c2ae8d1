import type { Ctx } from "#lib/access/context.ts";
import { findReferenced } from "#lib/compat/references/find-referenced.ts";
import { isDict } from "#lib/contract/fields.ts";
import { CALL_DOCUMENTS, type Call } from "#lib/contract/traces/call-fields.ts";
import { valueAt } from "#lib/platform/json/value-at.ts";

/** The number of recently read values to cache: consecutive calls often reference the same ones. */
const MAX_KEPT = 1000;

/**
 * Replaces references at the given columns (dotted paths into a call's documents) by their targets. Other values, and references without a
 * target, are not changed. Shorter columns come first, so that a longer one may lead into a target.
 */
export function columnExpander(ctx: Ctx, columns: readonly string[]): (calls: Call[]) => Promise<Call[]> {
  const levels = [...Map.groupBy(referencePaths(columns), ({ length }) => length)].sort(([a], [b]) => a - b);
  const kept = new Map<string, unknown>();
  return async (calls) => {
    let expanded = calls;
    for (const [, level] of levels) {
      const values = await valuesOf(ctx, textsAt(expanded, level), kept);
      if (values.size > 0) expanded = expanded.map((call) => withValues(call, level, values));
    }
    return expanded;
  };
}

/** The columns at which a reference can stand, as paths: of the documents themselves only an output need not be an object. */
export function referencePaths(columns: readonly string[]): string[][] {
  const paths = [...new Set(columns)].map((column) => column.split("."));
  return paths.filter(
    ([top, ...below]) =>
      CALL_DOCUMENTS.some((document) => document === top) && (below.length > 0 || top === "output"),
  );
}

function textsAt(calls: readonly Call[], paths: readonly string[][]): string[] {
  const values = calls.flatMap((call) => paths.map((path) => valueAt(call, path)));
  return values.filter((value) => typeof value === "string");
}

async function valuesOf(
  ctx: Ctx,
  texts: readonly string[],
  kept: Map<string, unknown>,
): Promise<Map<string, unknown>> {
  const wanted = new Set(texts);
  const missing = [...wanted].filter((text) => !kept.has(text));
  const found = await findReferenced(ctx, missing);
  const known = [...wanted].flatMap((text) => (kept.has(text) ? [[text, kept.get(text)] as const] : []));
  for (const [text, value] of found) kept.set(text, value);
  for (const text of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(text);
  }
  return new Map([...known, ...found]);
}

function withValues(call: Call, paths: readonly string[][], values: ReadonlyMap<string, unknown>): Call {
  return paths.reduce((changed, path) => {
    const text = valueAt(changed, path);
    if (typeof text !== "string" || !values.has(text)) return changed;
    // The path begins with a document of the call, which may hold any JSON there.
    return withValueAt(changed, path, named(text, values.get(text))) as Call;
  }, call);
}

/** Adds the reference to an expanded object. */
function named(ref: string, value: unknown): unknown {
  return isDict(value) && !Object.hasOwn(value, "_ref") ? { ...value, _ref: ref } : value;
}

/** A copy with another value at the path. Siblings are not copied, as values are shared between calls. */
function withValueAt(from: unknown, [key, ...below]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const inner = withValueAt(valueAt(from, [key]), below, value);
  if (Array.isArray(from)) return from.with(Number(key), inner);
  return { ...(isDict(from) ? from : {}), [key]: inner };
}
