import { isDict, projectId } from "#lib/contract/fields.ts";
import * as z from "#lib/contract/zod.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { type Attributes, readAttributes } from "./attributes.internal.ts";
import { type CallOnWire, callOfSpan } from "./call-of-span.internal.ts";
import { JsonTexts } from "./json-texts.internal.ts";
import { BadSpan, readSpan } from "./span.internal.ts";
import type { Around } from "./span-document.internal.ts";

/** Where spans go that say nothing themselves. */
type Defaults = { defaultProject: string | null; defaultEntity: string };
/** The calls of an export, how many spans no project was named for, and why the others cannot be stored, one reason each. */
export type Export = { calls: CallOnWire[]; homeless: number; faults: string[] };

/** Reads the JSON form of an export, a span a step. Throws `InvalidRequest` where it is no tree of resources, scopes and spans. */
export function* readingExport(
  resourceSpans: readonly unknown[],
  defaults: Defaults,
): Generator<undefined, Export> {
  const found: Export = { calls: [], homeless: 0, faults: [] };
  const texts = new JsonTexts();
  for (const { span, around } of spansIn(resourceSpans)) {
    yield undefined;
    const path = projectOf(around.resource, defaults);
    if (path === null) {
      found.homeless++;
      continue;
    }
    try {
      found.calls.push(callOfSpan(readSpan(span), around, { path, texts }));
    } catch (error) {
      if (!(error instanceof BadSpan)) throw error;
      found.faults.push(error.message);
    }
  }
  return found;
}

/** A resource is nearer to its spans than the address or the header of whoever passes them on. */
function projectOf(resource: Attributes, { defaultProject, defaultEntity }: Defaults): string | null {
  const [entity, project] = [resource.get("wandb.entity"), resource.get("wandb.project")];
  if (typeof project !== "string" || project === "") return defaultProject;
  const path = `${typeof entity === "string" && entity ? entity : defaultEntity}/${project}`;
  return z.safeDecode(projectId, path).success ? path : null;
}

function* spansIn(resourceSpans: readonly unknown[]): Generator<{ span: unknown; around: Around }> {
  for (const [r, ofResource] of dictsOf(resourceSpans, ["resourceSpans"])) {
    const resource = readAttributes(isDict(ofResource.resource) ? ofResource.resource.attributes : null);
    const at = ["resourceSpans", r, "scopeSpans"];
    for (const [, ofScope] of dictsOf(ofResource.scopeSpans, at)) {
      const around = { resource, scope: readScope(ofScope.scope) };
      if (!Array.isArray(ofScope.spans)) continue;
      for (const span of ofScope.spans) yield { span, around };
    }
  }
}

function readScope(given: unknown): Around["scope"] {
  const { name, version, attributes } = isDict(given) ? given : {};
  return { name: String(name ?? ""), version: String(version ?? ""), attributes: readAttributes(attributes) };
}

function* dictsOf(given: unknown, at: (string | number)[]): Generator<[number, Record<string, unknown>]> {
  if (given === undefined || given === null) return;
  if (!Array.isArray(given)) throw invalidAt(["body", ...at], { type: "list_type" });
  for (const [i, element] of given.entries()) {
    if (!isDict(element)) throw invalidAt(["body", ...at, i], { type: "dict_type" });
    yield [i, element];
  }
}
