import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { rawRequest, sendRaw } from "#lib/testing/raw-http.ts";
import { SERVICE } from "../support/fixtures.ts";
import { api } from "../support/requests.ts";

const port = () => Number(new URL(SERVICE.url).port);

const FORM =
  '------b1\r\nContent-Disposition: form-data; name="project_id"\r\n\r\nacme/support\r\n' +
  '------b1\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n{}\r\n------b1--\r\n';

test("A whole form whose boundary is empty is refused at once, on each path that takes forms", async () => {
  for (const path of ["/api/v1/files", "/v1/files", "/api/file/create", "/traces/files/create"])
    for (const boundary of ["", '"', " ", '""', '" "']) {
      const request = rawRequest("POST", path, {
        Authorization: `Bearer ${SERVICE.apiKey}`,
        "Content-Type": `multipart/form-data; boundary=${boundary}`,
        "Content-Length": String(FORM.length),
      });
      const answer = await sendRaw(port(), request + FORM);
      expect([path, boundary, answer.status, answer.body.includes("boundary")]).toEqual([
        path,
        boundary,
        400,
        true,
      ]);
    }
});

test("A name that every object has is an ordinary one in queries, headers, cookies and forms, and ends nothing", async () => {
  const names = [
    "__proto__",
    "%5F_proto__",
    "__pro%74o__",
    "__proto__[a]",
    "constructor[prototype]",
    "toString",
  ];
  for (const path of ["/v1/health", "/api/nowhere", "/sign-in", "/nowhere", "/_next/static/nowhere.js"])
    for (const name of names) {
      const target = `${path}?${name}=1&${name}=2`;
      const { status } = await sendRaw(port(), rawRequest("GET", target));
      expect([target, status]).toEqual([target, path.includes("nowhere") ? 404 : 200]);
    }
  const headers: Record<string, string>[] = [
    { ["__proto__"]: "x", constructor: "y" },
    { Cookie: "__proto__=1; constructor=2" },
  ];
  for (const header of headers)
    expect((await sendRaw(port(), rawRequest("GET", "/sign-in", header))).status).toBe(200);
  const length = { "Content-Length": "11", "Content-Type": "application/x-www-form-urlencoded" };
  for (const path of ["/api/auth/callback/credentials", "/api/auth/signout", "/v1/files"]) {
    const answer = await sendRaw(port(), `${rawRequest("POST", path, length)}__proto__=1`);
    expect([path, Math.floor(answer.status / 100)]).toEqual([path, 4]);
  }
  expect((await api("/api/call/read", '{"__proto__":{"project_id":"a/b"},"id":"x"}')).status).toBe(422);
});

test("What a program sends below the bare origin gets JSON, and a browser its page", async () => {
  const form = {
    "Content-Type": "multipart/form-data; boundary=----b1",
    "Content-Length": String(FORM.length),
  };
  const asked = [rawRequest("GET", "/feedback/query"), rawRequest("POST", "/feedback/query", form) + FORM];
  for (const request of asked) {
    const answer = await sendRaw(port(), request);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json"]);
    expect(JSON.parse(answer.body).detail).toContain("Not Found");
  }
  const page = await sendRaw(port(), rawRequest("GET", "/feedback/query", { Accept: "text/html" }));
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
});

test("A pattern that never ends keeps nobody waiting: it is refused as a spec, and its value while others are served", async () => {
  const specOf = (pattern: string) => ({
    obj: {
      project_id: SERVICE.project,
      object_id: "Slow",
      val: { name: "Slow", field_schema: { type: "string", pattern } },
      builtin_object_class: "AnnotationSpec",
    },
  });
  const refused = await api("/api/obj/create", specOf("^(a+)+$"));
  expect(refused.status).toBe(422);
  expect((await refused.json()).detail).toMatchObject([
    {
      loc: ["body", "obj", "val", "field_schema", "pattern"],
      msg: expect.stringContaining("(a+)+"),
    },
  ]);

  // Only its value shows what this one does.
  const { digest } = await (await api("/api/obj/create", specOf("^([^x]+)+$"))).json();
  const order: string[] = [];
  const annotation = {
    project_id: SERVICE.project,
    weave_ref: `weave:///${SERVICE.project}/call/${randomUUID()}`,
    feedback_type: "wandb.annotation.Slow",
    annotation_ref: `weave:///${SERVICE.project}/object/Slow:${digest}`,
    payload: { value: `${"a".repeat(60)}x` },
  };
  const slow = api("/api/feedback/create", annotation).then((answer) => {
    order.push("slow");
    return answer;
  });
  for (let times = 0; times < 3; times++) {
    expect((await fetch(`${SERVICE.url}/v1/health`)).status).toBe(200);
    order.push("health");
  }
  expect([(await slow).status, order]).toEqual([400, ["health", "health", "health", "slow"]]);
});
