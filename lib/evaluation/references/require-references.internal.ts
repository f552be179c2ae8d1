import type { Ctx } from "#lib/access/context.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import { namesReference } from "#lib/contract/evaluation/names-reference.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { referencesOf, type SomeRows } from "./rows-with-reference.internal.ts";

type Wanted = SomeRows & {
  readonly graders: readonly { readonly name: string; readonly grader: Grader; readonly weight?: number }[];
  /** What the rows are called and where they stand, such as 40 of `prompt` in `questions:v0`. */
  readonly rows: { readonly count: number; readonly noun: string; readonly version: string };
};

/** A 422 at the first grader that counts and compares with a reference, where no row has one: it could score no answer. */
export async function requireReferences(
  ctx: Pick<Ctx, "db" | "project">,
  { graders, rows, ...some }: Wanted,
): Promise<void> {
  const place = graders.findIndex(({ grader, weight }) => weight !== 0 && namesReference(grader));
  const unfit = graders[place];
  if (!unfit || (await hasReference(ctx, some))) return;
  throw invalidAt(["body", "graders", place, "grader"], {
    type: "value_error",
    text: `${noneOf(rows)} a reference, which ${unfit.name} compares with, so it could score no answer; choose a grader that needs none, or rows that have one`,
  });
}

function noneOf({ count, noun, version }: Wanted["rows"]): string {
  return count === 1
    ? `the only ${noun} of ${version} does not have`
    : `none of the ${count} ${noun}s of ${version} has`;
}

async function hasReference(ctx: Pick<Ctx, "db" | "project">, some: SomeRows): Promise<boolean> {
  let isEmpty = true;
  for await (const has of referencesOf(ctx, some)) {
    if (has) return true;
    isEmpty = false;
  }
  // What has no rows is refused for that.
  return isEmpty;
}
