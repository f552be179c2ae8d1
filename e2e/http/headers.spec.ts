import { expect, test } from "@playwright/test";
import { type RawAnswer, rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import { keyHeaders, SERVICE } from "../support/fixtures.ts";

const json = { "Content-Type": "application/json" };
const withBody = (body: string) => ({ ...json, "Content-Length": String(body.length) });

const CASES: [status: number, name: string, request: () => string][] = [
  [200, "an API answer", () => rawRequest("GET", "/v1/health")],
  [200, "a page", () => rawRequest("GET", "/sign-in")],
  [204, "OPTIONS", () => rawRequest("OPTIONS", "/api/call/read")],
  [400, "a malformed path", () => rawRequest("GET", "/api/%zz")],
  [400, "bytes that are not a request", () => "what is this\r\n\r\n"],
  [401, "no credential", () => `${rawRequest("POST", "/api/call/read", withBody("{}"))}{}`],
  [404, "an unknown API path", () => rawRequest("GET", "/api/nowhere")],
  [404, "an unknown page", () => rawRequest("GET", "/nowhere/at/all")],
  [405, "a wrong method", () => rawRequest("DELETE", "/v1/health")],
  [
    413,
    "a declared length above the limit",
    () => rawRequest("POST", "/api/call/read", { ...keyHeaders(), ...json, "Content-Length": "999999999" }),
  ],
  [
    415,
    "another type",
    () =>
      rawRequest("POST", "/api/call/read", {
        ...keyHeaders(),
        "Content-Type": "text/plain",
        "Content-Length": "0",
      }),
  ],
  [422, "an empty body", () => rawRequest("POST", "/api/call/read", { ...keyHeaders(), ...withBody("") })],
  [
    431,
    "too many headers",
    () => rawRequest("GET", "/", Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`X-${i}`, "1"]))),
  ],
];

for (const [status, name, request] of CASES)
  test(`The security headers stand on ${name} (${status})`, async () => {
    const answer = await sendRaw(Number(new URL(SERVICE.url).port), request());
    expect(answer.status).toBe(status);
    expectSecured(answer);
  });

test("The security headers stand on the files of the application, which may be kept for long", async () => {
  const page = await (await fetch(`${SERVICE.url}/sign-in`)).text();
  const file = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0] ?? "no script on the page";
  const answer = await sendRaw(Number(new URL(SERVICE.url).port), rawRequest("GET", file));
  expect(answer.status).toBe(200);
  expectSecured(answer);
  expect(answer.headers.get("cache-control")).toContain("immutable");
});

test("A file whose length is known says it, so that nobody takes a part for the whole", async () => {
  const form = new FormData();
  const content = `${JSON.stringify({ prompt: "a", completion: "b" })}\n`;
  form.append("purpose", "fine-tune");
  form.append("file", new Blob([content]), "rows.jsonl");
  const headers = { Authorization: `Bearer ${SERVICE.apiKey}` };
  const file = await (await fetch(`${SERVICE.url}/v1/files`, { method: "POST", headers, body: form })).json();
  const kept = await fetch(`${SERVICE.url}/v1/files/${file.id}/content`, { headers });
  expect(await kept.text()).toBe(content);
  expect(kept.headers.get("content-length")).toBe(String(content.length));
  expect(kept.headers.has("x-spindle-known-length")).toBe(false);
});

test("Pages allow only scripts with their own nonce, and a new one each time", async () => {
  const policies = await Promise.all([1, 2].map(async () => policyOf(await fetch(`${SERVICE.url}/sign-in`))));
  for (const policy of policies) {
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("default-src 'none'");
  }
  expect(policies[0]).not.toBe(policies[1]);
});

test("The same request id stands on the answer and in the log's place for it, if it is a usable one", async () => {
  const kept = await fetch(`${SERVICE.url}/v1/health`, { headers: { "X-Request-Id": "my-request-0001" } });
  expect(kept.headers.get("x-request-id")).toBe("my-request-0001");
  const replaced = await fetch(`${SERVICE.url}/v1/health`, { headers: { "X-Request-Id": "<script>" } });
  expect(replaced.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
});

function policyOf(response: Response): string {
  return response.headers.get("content-security-policy") ?? "";
}

function expectSecured(answer: RawAnswer): void {
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(answer.headers.get("permissions-policy")).toContain("camera=()");
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(answer.headers.has("x-powered-by")).toBe(false);
}
