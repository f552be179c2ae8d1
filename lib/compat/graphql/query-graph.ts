import type { AccountCtx } from "#lib/access/context.ts";
import type { queryGraph as contract } from "#lib/contract/compat/graphql.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { isDict } from "#lib/contract/fields.ts";
import { GraphQlFault } from "./graph-ql-fault.internal.ts";
import { type Document, parseDocument, type Selection } from "./parse-document.internal.ts";
import { ROOTS } from "./roots.internal.ts";

/** Faults of the query are part of the answer, as clients of GraphQL expect; its `data` is then null as a whole. */
export async function queryGraph(
  ctx: AccountCtx,
  { query, variables = {} }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  try {
    return { data: await dataOf(ctx, parseDocument(query, variables)) };
  } catch (error) {
    if (error instanceof GraphQlFault) return { data: null, errors: [{ message: error.message }] };
    throw error;
  }
}

async function dataOf(
  ctx: AccountCtx,
  { operation, selections }: Document,
): Promise<Record<string, unknown>> {
  const roots = ROOTS[operation];
  if (selections.length > MAX_ROOTS)
    throw new GraphQlFault(`A request may ask for at most ${MAX_ROOTS} fields of the ${operation}`);
  const unknown = selections.find(({ name }) => !Object.hasOwn(roots, name));
  if (unknown) throw unknownField(unknown.name, `the ${operation}`, Object.keys(roots));
  const entries: [string, unknown][] = [];
  for (const selection of selections) {
    const value = await roots[selection.name]?.(ctx, selection.args);
    entries.push([selection.alias, picked(value, selection)]);
  }
  return Object.fromEntries(entries);
}

/** Each may ask the database something. */
const MAX_ROOTS = 20;

/** Only what was asked for leaves. */
function picked(value: unknown, selection: Selection): unknown {
  const { name, selections } = selection;
  if (Array.isArray(value)) return value.map((element) => picked(element, selection));
  if (!isDict(value)) {
    if (selections && value !== null) throw new GraphQlFault(`Field "${name}" has no fields below it`);
    return value;
  }
  if (!selections) throw new GraphQlFault(`Field "${name}" needs a selection of its fields`);
  return Object.fromEntries(
    selections.map((inner) => {
      if (!Object.hasOwn(value, inner.name)) throw unknownField(inner.name, name, Object.keys(value));
      return [inner.alias, picked(value[inner.name], inner)];
    }),
  );
}

function unknownField(name: string, on: string, known: string[]): GraphQlFault {
  return new GraphQlFault(`Cannot query field "${name}" on ${on}; there is ${known.join(", ")}`);
}
