import { seededRandom } from "#lib/platform/seeded-random.ts";
import { type Asked, answerOf } from "../answer-of.ts";
import type { Arena } from "../arena.ts";
import { mutate, pick, type Random } from "../mutate.ts";
import type { Trial } from "../trial.ts";

/** What of the OpenAPI document makes requests. */
type Operation = {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly example: unknown;
};

const AT_ONCE = 16;
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"];
/** An end of the arena's own key, account or project would make all that follows a 401. */
const LEFT_ALONE = [
  /^\/me\b/,
  /^\/keys\b/,
  /\/members\b/,
  /^\/accounts?\b/,
  /^\/projects\/\{entity\}\/\{project\}$/,
];

/** Requests made from the examples of the OpenAPI document, with ids that exist, each changed in a place or two. */
export const sendGeneratedRequests: Trial = async (arena, budget) => {
  const operations = await readOperations(arena);
  const random = seededRandom(budget.seed);
  const requests = Array.from({ length: budget.generatedRequests }, (_, at) =>
    draw(operations[at % operations.length] as Operation, arena, random),
  );
  const findings: string[] = [];
  const statuses = new Map<number | string, number>();
  const next = requests.values();
  const worker = async () => {
    for (const asked of next) {
      const { status, text } = await answerOf(arena, asked);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (typeof status !== "number" || status >= 500)
        findings.push(`${status} ${JSON.stringify(asked).slice(0, 600)} → ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (!statuses.has(200)) findings.push("Not one request was answered with 200: the examples are not read.");
  const counted = [...statuses].sort(([a], [b]) => String(a).localeCompare(String(b)));
  const summary = counted.map(([status, times]) => `${times} × ${status}`).join(", ");
  return { tried: `${requests.length} over ${operations.length} operations: ${summary}`, findings };
};

async function readOperations(arena: Arena): Promise<Operation[]> {
  const { text } = await answerOf(arena, { method: "GET", path: "/openapi.json" });
  const paths: Record<
    string,
    Record<string, Omit<Operation, "example"> & { requestBody?: Body }>
  > = JSON.parse(text).paths;
  return Object.entries(paths)
    .filter(([path]) => !LEFT_ALONE.some((own) => own.test(path)))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        example: requestBody?.content["application/json"]?.example,
      })),
    );
}

const ENDS = /(delete|purge|revoke)/;

type Body = { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };

function draw({ method, path, parameters, example }: Operation, arena: Arena, random: Random): Asked {
  const isValid = random() < 0.15;
  // What is there stays there for the requests that follow.
  const known = method === "DELETE" || ENDS.test(path) ? {} : arena.known;
  const valueFor = (name: string, otherwise: unknown) => known[name] ?? otherwise;
  const odd = (value: unknown) => (isValid || random() < 0.7 ? value : mutate(value, random));
  const inPlace = parameters.filter((one) => one.in === "path");
  const target = inPlace.reduce((found, { name, example: shown }) => {
    const value = String(odd(valueFor(name, shown ?? "x")));
    return found.replace(`{${name}}`, encodeURIComponent(wellFormed(value)) || "%20");
  }, path);
  const query = parameters
    .filter((one) => one.in === "query" && (isValid || random() < 0.8))
    .map(({ name, example: shown }) =>
      [name, String(odd(valueFor(name, shown ?? "1")))].map(wellFormed).map(encodeURIComponent).join("="),
    );
  const body = example === undefined ? undefined : changed(withKnown(example, known), isValid, random);
  const sent = !isValid && random() < 0.03 ? pick(METHODS, random) : method;
  return {
    method: sent,
    path: query.length > 0 ? `${target}?${query.join("&")}` : target,
    ...(body === undefined || sent === "GET" ? {} : { body }),
  };
}

function changed(body: unknown, isValid: boolean, random: Random): unknown {
  if (isValid) return body;
  const text = JSON.stringify(random() < 0.3 ? mutate(mutate(body, random), random) : mutate(body, random));
  // Now and then it is no JSON at all.
  return random() < 0.03 ? text.slice(0, Math.floor(random() * text.length)) : text;
}

/** The example with what exists in place of its inventions, at any depth. */
function withKnown(value: unknown, known: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => withKnown(item, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, known[name] ?? withKnown(field, known)]),
  );
}

/** An address cannot carry half a character. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}
