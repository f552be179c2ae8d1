import { execFileSync } from "node:child_process";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { type AnyEndpoint, FRONT_STATUSES, standingStatuses } from "#lib/contract/endpoint.ts";
import type { JsonSchema } from "#lib/contract/wire-schema.ts";
import { ALL_ENDPOINTS } from "./all.ts";
import { exampleBody, openApiDocument } from "./openapi.ts";

const document = openApiDocument(ALL_ENDPOINTS);
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);

/** References lead into the document, which therefore comes along. */
const compiled = (schema: JsonSchema) => ajv.compile({ ...schema, components: document.components });

function operationOf({ path, method }: { path: string; method: string }) {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
}

function replyTypes({ streams, events, downloads, takesProtobuf }: AnyEndpoint): string[] {
  if (takesProtobuf) return ["application/json", "application/x-protobuf"];
  if (events) return events === "asked" ? ["application/json", "text/event-stream"] : ["text/event-stream"];
  return [downloads ?? (streams ? "application/x-ndjson" : "application/json")];
}

test("the document is the same to the letter in plain Node, which orders what a module exports by name", () => {
  const program = `
    import { ALL_ENDPOINTS } from "./lib/contract/openapi/all.ts";
    import { openApiDocument } from "./lib/contract/openapi/openapi.ts";
    process.stdout.write(JSON.stringify(openApiDocument(ALL_ENDPOINTS)));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(printed === JSON.stringify(document)).toBe(true);
});

test("every reference in the document leads somewhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  for (const [, name = ""] of references) expect(document.components.schemas).toHaveProperty(name);
});

test("a validation error has exactly the form that its clients expect", () => {
  expect(document.components.schemas).toMatchObject({
    ValidationError: { required: ["loc", "msg", "type"] },
    HTTPValidationError: { properties: { detail: { type: "array" } } },
  });
});

test("everything that may prove who a caller is has its scheme", () => {
  const used = new Set(ALL_ENDPOINTS.flatMap(({ auth }) => [...auth]));
  for (const scheme of used) expect(document.components.securitySchemes).toHaveProperty(scheme);
});

describe.each(ALL_ENDPOINTS.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  "%s",
  (_, endpoint) => {
    test("lists each status that it can answer, and no other", () => {
      const listed = Object.keys(operationOf(endpoint).responses).map(Number);
      const possible = new Set([...standingStatuses(endpoint), ...FRONT_STATUSES]);
      expect(new Set(listed)).toEqual(possible);
      // The refusals of the server in front, which stands before every operation.
      for (const status of [400, 404, 414, 417]) expect(listed).toContain(status);
    });

    test("names each parameter of its path", () => {
      const named = (operationOf(endpoint).parameters ?? []).filter((one) => one.in === "path");
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
      expect(named.map(({ name }) => name).sort()).toEqual(inPath.sort());
    });

    test("shows an example that fits its own schema", () => {
      const [type, body] = Object.entries(operationOf(endpoint).requestBody?.content ?? {})[0] ?? [];
      if (!body) return;
      expect(type).toBe(endpoint.upload ? "multipart/form-data" : "application/json");
      const fits = compiled(body.schema);
      expect(fits(exampleBody(endpoint)), ajv.errorsText(fits.errors)).toBe(true);
    });

    test("says what it takes and answers: no value without a shape but a caller's own", () => {
      const reply = operationOf(endpoint).responses["200"]?.content ?? {};
      expect(Object.keys(reply)).toEqual(replyTypes(endpoint));
      for (const { schema } of Object.values(reply)) expect(() => compiled(schema)).not.toThrow();
    });
  },
);
