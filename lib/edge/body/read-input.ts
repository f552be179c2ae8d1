import { type AnyEndpoint, DEFAULT_BODY_BYTES } from "#lib/contract/endpoint.ts";
import { snakeCase } from "#lib/contract/wire.ts";
import { InvalidRequest } from "#lib/platform/errors.ts";
import { invalidAt, MAX_PROBLEMS, problemAt } from "#lib/platform/problem.ts";
import { decodePart, type Part } from "./decode-part.ts";
import { isProtobuf, type ProtobufMessages } from "./protobuf-body.ts";
import { parseJsonBody, readBodyBytes } from "./read-body.ts";
import { isLongBody, readLongBody } from "./read-long-body.ts";
import type { Upload } from "./with-upload.ts";

/** One flat input of path, query and body, or every problem of all three at once; path and query come first. */
export async function readInput(
  request: Request,
  endpoint: AnyEndpoint,
  { params, form, ...how }: Received,
): Promise<Record<string, unknown>> {
  const path = decodePart(endpoint.input.params, "path", snakeParams(params));
  const query = decodePart(endpoint.input.query, "query", queryOf(request, endpoint));
  const body = form
    ? decodePart(endpoint.input.body, "body", form.fields)
    : await bodyOf(request, endpoint, how);
  const problems = [path, query, body].flatMap((part) => part.problems);
  if (form && !form.file) problems.push(problemAt(["body", "file"], { type: "missing" }));
  if (problems.length > 0) throw new InvalidRequest(problems.slice(0, MAX_PROBLEMS));
  return { ...body.fields, ...query.fields, ...path.fields };
}

/** What is known about a request in addition to its own content. */
type Received = {
  params: Record<string, string>;
  /** Whether a session's cookie came with it, and no key. */
  bySession: boolean;
  form?: Upload;
  /** Set where the endpoint has such messages. */
  protobuf?: ProtobufMessages;
};

async function bodyOf(
  request: Request,
  endpoint: AnyEndpoint,
  { bySession, protobuf }: Pick<Received, "bySession" | "protobuf">,
): Promise<Part> {
  if (!endpoint.input.body) return { fields: {}, problems: [] };
  const { maxBodyBytes: maxBytes = DEFAULT_BODY_BYTES, longList, takesGzip = false } = endpoint;
  const rules = { maxBytes, takesGzip, takesProtobuf: protobuf !== undefined };
  const bytes = await readBodyBytes(request, { ...rules, requireContentType: bySession });
  if (protobuf && isProtobuf(request.headers))
    return decodePart(endpoint.input.body, "body", protobuf.read(bytes));
  if (isLongBody(endpoint, bytes)) return readLongBody(endpoint, bytes);
  const body = await parseJsonBody(bytes, { countNodes: longList === undefined });
  if (body === undefined || body === null) throw invalidAt(["body"], { type: "missing" });
  return decodePart(endpoint.input.body, "body", body);
}

/** Next names a path parameter `queueId` where the wire says `queue_id`, and has decoded it already. */
function snakeParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [snakeCase(key), value]));
}

/** A repeated parameter counts with its last value, and before a header. */
function queryOf({ url, headers }: Request, { queryInHeaders = [] }: AnyEndpoint): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const name of queryInHeaders) {
    const value = headers.get(name);
    if (value !== null) query[name] = value;
  }
  for (const [key, value] of new URL(url).searchParams) query[key] = value;
  return { ...query };
}
