import { expect, test } from "@playwright/test";
import { SERVICE } from "../support/fixtures.ts";
import { aBatchOf, aCall, api } from "../support/requests.ts";

for (const path of ["/v1/health", "/v1/health/", "/api/v1/health", "/api/v1/health/"])
  test(`GET ${path} answers without a redirect`, async () => {
    const response = await fetch(SERVICE.url + path, { redirect: "manual" });
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

for (const prefix of ["/traces", "/api"])
  for (const slash of ["", "/"])
    test(`POST ${prefix}/call/upsert_batch${slash} stores what it is sent`, async () => {
      const call = aCall({ question: "¿Dónde está? 📦" });
      const stored = await api(`${prefix}/call/upsert_batch${slash}`, aBatchOf(call));
      expect(stored.status).toBe(200);
      const read = await api(`${prefix}/call/read${slash}`, { project_id: SERVICE.project, id: call.id });
      expect((await read.json()).call.inputs).toEqual(call.inputs);
    });

for (const prefix of ["/traces", "/api"])
  test(`A body of 11 MB and one of 30 MB arrive whole under ${prefix}`, async () => {
    for (const megabytes of [11, 30]) {
      const calls = Array.from({ length: megabytes }, (_, i) =>
        aCall({ text: `${"a".repeat(1_000_000)}${i}` }),
      );
      const stored = await api(`${prefix}/call/upsert_batch`, aBatchOf(...calls));
      expect([stored.status, (await stored.json()).res.length]).toEqual([200, megabytes]);
      const last = calls.at(-1);
      const read = await api(`${prefix}/call/read`, { project_id: SERVICE.project, id: last?.id });
      expect((await read.json()).call.inputs.text === last?.inputs.text).toBe(true);
    }
  });

for (const prefix of ["/v1", "/api/v1"])
  test(`The name of a model keeps its slashes below ${prefix}`, async () => {
    const read = async (name: string) => {
      const headers = { Authorization: `Bearer ${SERVICE.apiKey}` };
      const address = `${SERVICE.url}${prefix}/models/${encodeURIComponent(name)}`;
      return (await fetch(address, { headers, redirect: "manual" })).json();
    };
    expect(await read("spindle-mini")).toMatchObject({ id: "spindle-mini", object: "model" });
    for (const name of ["owner/name", "wandb-artifact:///owner/project/name:step3"])
      expect((await read(name)).error.message).toContain(`'${name}'`);
  });

for (const path of ["/v1/nowhere", "/traces/nowhere", "/graphql/nowhere", "/api/nowhere", "/api", "/v1/"])
  test(`${path}, which nobody serves, is a JSON 404 for every method`, async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const response = await fetch(SERVICE.url + path, { method, redirect: "manual" });
      expect([method, response.status]).toEqual([method, 404]);
      expect((await response.json()).detail).toBe("Not Found");
    }
  });

for (const path of ["/v1/health", "/traces/call/upsert_batch", "/api/threads/stream_query/"])
  test(`A method that ${path} does not have is a JSON 405 with Allow`, async () => {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const response = await fetch(SERVICE.url + path, { method, redirect: "manual" });
      expect([method, response.status]).toEqual([method, 405]);
      expect(response.headers.get("allow")).toMatch(/GET|POST/);
      expect((await response.json()).detail).toBe("Method Not Allowed");
    }
    expect((await fetch(SERVICE.url + path, { method: "OPTIONS" })).status).toBe(204);
  });
