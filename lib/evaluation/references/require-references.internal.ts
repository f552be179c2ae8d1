import type { Ctx } from "#lib/access/context.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { templatesOf, variablesIn } from "#lib/contract/evaluation/templates/grader-templates.ts";
import { isOfReference } from "#lib/contract/evaluation/templates/names-reference.ts";
import { valueAt } from "#lib/evaluation/graders/render-template.ts";
import type { InvalidRequest } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { itemsOf, type SomeRows } from "./items-of.internal.ts";

type Wanted = SomeRows & {
  readonly graders: readonly { readonly name: string; readonly grader: Grader; readonly weight?: number }[];
  /** What the rows are called and where they stand, such as 40 of `prompt` in `questions:v0`. */
  readonly rows: { readonly count: number; readonly noun: string; readonly version: string };
};

/**
 * A 422 at the first grader that counts and compares with a reference, where no row has one: it could score no answer. Likewise at the first template
 * that names a part of the reference which no row has.
 */
export async function requireReferences(
  ctx: Pick<Ctx, "db" | "project">,
  { graders, rows, ...some }: Wanted,
): Promise<void> {
  const uses = usesOf(graders);
  const [first] = uses;
  if (!first) return;
  const found = await lookFor(ctx, some, new Set(uses.map(({ path }) => path)));
  const unfit = uses.find(({ path }) => found.missing.has(path));
  // What has no rows is refused for that.
  if (!unfit || found.isEmpty) return;
  throw found.example === null ? withoutReference(first, rows) : withoutPart(unfit, found.example, rows);
}

/** A variable of a template that stands for a reference, or for something in it. */
type Use = { grader: string; at: number; place: readonly (string | number)[]; path: string };

function usesOf(graders: Wanted["graders"]): Use[] {
  return graders.flatMap(({ name, grader, weight }, at) =>
    templatesOf(grader)
      .filter(({ counts }) => counts && weight !== 0)
      .flatMap(({ place, text }) =>
        variablesIn(text)
          .filter(isOfReference)
          .map((path) => ({ grader: name, at, place, path })),
      ),
  );
}

/** `example` is a reference of some row. */
type Found = { isEmpty: boolean; missing: ReadonlySet<string>; example: unknown };

/** Reads until each was found in some row. */
async function lookFor(
  ctx: Pick<Ctx, "db" | "project">,
  some: SomeRows,
  missing: Set<string>,
): Promise<Found> {
  let isEmpty = true;
  let example: unknown = null;
  for await (const item of itemsOf(ctx, some)) {
    isEmpty = false;
    if (item?.reference == null) continue;
    example = item.reference;
    for (const path of missing) if (valueAt(path, { item }) != null) missing.delete(path);
    if (missing.size === 0) break;
  }
  return { isEmpty, missing, example };
}

function withoutReference({ grader, at }: Use, rows: Wanted["rows"]): InvalidRequest {
  return invalidAt(["body", "graders", at, "grader"], {
    type: "value_error",
    text: `${noneOf(rows)} a reference, which ${grader} compares with, so it could score no answer; choose a grader that needs none, or rows that have one`,
  });
}

function withoutPart(
  { grader, at, place, path }: Use,
  example: unknown,
  rows: Wanted["rows"],
): InvalidRequest {
  const instead =
    typeof example === "string"
      ? "their reference is a text: write {{item.reference}}"
      : "name a part that they have";
  return invalidAt(["body", "graders", at, "grader", ...place], {
    type: "value_error",
    text: `${noneOf(rows)} {{${path}}}, so ${grader} could score no answer; ${instead}`,
  });
}

function noneOf({ count, noun, version }: Wanted["rows"]): string {
  return count === 1
    ? `the only ${noun} of ${version} does not have`
    : `none of the ${count} ${noun}s of ${version} has`;
}
