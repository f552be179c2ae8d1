import { rawRequest } from "#lib/testing/raw-http.ts";
import type { Arena } from "../arena.ts";
import { authorizationOf, sendRequest } from "../send-request.ts";
import type { Trial } from "../trial.ts";

const AT_ONCE = 64;
const FORM = '------b1\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nfine-tune\r\n------b1--\r\n';
const PATHS_OF_FORMS = ["/api/v1/files", "/v1/files", "/api/file/create"];
const BOUNDARIES = [
  "boundary=",
  'boundary="',
  "boundary= ",
  'boundary=""',
  "",
  "boundary=;",
  `boundary=${"b".repeat(300)}`,
];
const QUERIES = [
  "__proto__=1",
  "__proto__[x]=1",
  "%5F_proto__=1",
  "constructor[prototype][x]=1",
  "a=%00",
  "&&&=",
  "a[]=1&a[__proto__]=2",
];
const PATHS = ["/", "/api/me", "/api/v1/models", "/v1/health", "/sign-in", "/nowhere", "/_next/static/x.js"];

/** Requests byte by byte as no client writes them. Each is answered below 500, or closed; none is left open. */
export const sendRawRequests: Trial = async (arena, { rawRepeats }) => {
  const requests = allRequests(arena).flatMap((one) => Array.from({ length: rawRepeats }, () => one));
  const findings: string[] = [];
  const next = requests.values();
  const worker = async () => {
    for (const request of next) {
      const outcome = await sendRequest(arena.port, request);
      if (outcome === "hung" || outcome >= 500)
        findings.push(`${outcome} after ${JSON.stringify(hidden(request, arena)).slice(0, 400)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { tried: `${requests.length}, ${requests.length / rawRepeats} different ones`, findings };
};

function allRequests(arena: Arena): string[] {
  const authorization = authorizationOf(arena);
  const queries = PATHS.flatMap((path) =>
    QUERIES.map((query) => rawRequest("GET", `${path}?${query}`, authorization)),
  );
  const forms = PATHS_OF_FORMS.flatMap((path) =>
    BOUNDARIES.map((boundary) =>
      withBody("POST", path, { ...authorization, "Content-Type": `multipart/form-data; ${boundary}` }, FORM),
    ),
  );
  const bodies = [
    '{"a":',
    "[".repeat(50_000),
    '{"__proto__":{"a":1}}',
    "\u0000",
    "null",
    '"text"',
    "1e999",
  ].flatMap((body) =>
    ["/api/call/read", "/v1/chat/completions", "/api/graphql", "/api/otel/v1/traces"].map((path) =>
      withBody("POST", path, { ...authorization, "Content-Type": "application/json" }, body),
    ),
  );
  const heads = [
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET /v1/health HTTP/9.9\r\nHost: a\r\n\r\n",
    "\r\n\r\n\r\n",
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "POST /api/call/read HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /api/call/read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "POST /api/call/read HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "POST /api/call/read HTTP/1.1\r\nHost: a\r\nExpect: the moon\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
    rawRequest("OPTIONS", "*"),
    rawRequest("TRACE", "/v1/health"),
    rawRequest("GET", `/v1/health?${"q".repeat(9_000)}`),
  ];
  return [...queries, ...forms, ...bodies, ...heads];
}

function withBody(method: string, path: string, headers: Record<string, string>, body: string): string {
  return rawRequest(method, path, { ...headers, "Content-Length": String(Buffer.byteLength(body)) }) + body;
}

function hidden(request: string, { key }: Arena): string {
  return request.replaceAll(key, "(key)");
}
