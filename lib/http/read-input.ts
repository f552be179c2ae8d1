import type { z } from "zod";
import { type AnyEndpoint, DEFAULT_BODY_BYTES } from "#lib/contract/endpoint.ts";
import { snakeCase } from "#lib/contract/wire.ts";
import { InvalidRequest, type Problem } from "#lib/errors.ts";
import { invalidAt, MOST_PROBLEMS, problemAt } from "#lib/problem.ts";
import { readJsonBody } from "./read-body.ts";
import { problemsOf } from "./validation-errors.ts";
import type { Upload } from "./with-upload.ts";

type Flat = Record<string, unknown>;

/** One flat input of path, query and body, or every problem of all three at once; path and query come first. */
export async function readInput(
  request: Request,
  endpoint: AnyEndpoint,
  { params, bySession, form }: { params: Record<string, string>; bySession: boolean; form?: Upload },
): Promise<Flat> {
  const problems: Problem[] = [];
  const read = (schema: z.ZodType | undefined, place: string, raw: unknown): Flat => {
    if (!schema) return {};
    const result = schema.safeDecode(raw);
    if (!result.success) problems.push(...problemsOf(result.error, place, raw));
    // Each part of an input is a wire object, so what it decodes to is an object.
    return (result.data ?? {}) as Flat;
  };
  const path = read(endpoint.input.params, "path", snakeParams(params));
  const query = read(endpoint.input.query, "query", queryOf(request.url));
  const raw = form?.fields ?? (endpoint.input.body ? await bodyOf(request, endpoint, bySession) : undefined);
  const body = read(endpoint.input.body, "body", raw);
  if (form && !form.file) problems.push(problemAt(["body", "file"], { type: "missing" }));
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MOST_PROBLEMS));
  return { ...body, ...query, ...path };
}

async function bodyOf(request: Request, endpoint: AnyEndpoint, bySession: boolean): Promise<unknown> {
  const { maxBodyBytes: maxBytes = DEFAULT_BODY_BYTES, isTrainingData = false } = endpoint;
  const rules = { maxBytes, requireContentType: bySession, countNodes: !isTrainingData };
  const body = await readJsonBody(request, rules);
  if (body !== undefined && body !== null) return body;
  throw invalidAt(["body"], { type: "missing" });
}

/** Next names a path parameter `queueId` where the wire says `queue_id`, and has decoded it already. */
function snakeParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [snakeCase(key), value]));
}

/** A repeated parameter counts with its last value. */
function queryOf(url: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [key, value] of new URL(url).searchParams) query[key] = value;
  return { ...query };
}
