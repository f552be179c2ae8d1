import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { DEFAULT_BODY_BYTES, MIB } from "#lib/contract/endpoint.ts";
import { ALL_ENDPOINTS } from "#lib/contract/openapi/all.ts";
import { rawRequest, sendRaw } from "../raw-http.ts";
import { ask, credentialsOf, expectStatus, FORM_TYPE, problemsIn, wireRequest } from "./ask.ts";
import { aPlace, type Subject } from "./subject.ts";

/** What holds for the body as a whole, before anything in it is looked at. */
export function bodyGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  if (!endpoint.input.body) return;
  capGuarantees(subject);
  if (endpoint.upload) {
    formGuarantees(subject);
    return;
  }
  const asking = async (body: string | Uint8Array) => {
    const place = await aPlace(subject);
    return { input: place.input, headers: credentialsOf(api, endpoint, place.caller), body };
  };

  test.each([
    ["an empty body", "", "missing"],
    ["null", "null", "missing"],
    ["a list", "[]", "model_attributes_type"],
    ["a truncated body", '{"a": ', "json_invalid"],
    ["a body with something after it", "{} {}", "json_invalid"],
  ])("%s is a 422", async (_, body, type) => {
    const [problem] = problemsIn(await expectStatus(subject, 422, await asking(body)));
    expect(problem?.type).toBe(type);
    expect(problem?.loc[0]).toBe("body");
  });

  test("bytes that are no UTF-8, and a body nested too deep, are a 400", async () => {
    await expectStatus(subject, 400, await asking(new Uint8Array([0x22, 0xff, 0xfe, 0x22])));
    await expectStatus(subject, 400, await asking("[".repeat(300) + "]".repeat(300)));
  });

  test("a body of another type, or compressed in a way that is not read here, is a 415", async () => {
    const question = await asking("{}");
    const encoding = endpoint.takesGzip ? "br" : "gzip";
    const packed = { ...question, headers: { ...question.headers, "content-encoding": encoding } };
    const answer = await expectStatus(subject, 415, packed);
    const types = endpoint.takesProtobuf ? "application/json, application/x-protobuf" : "application/json";
    expect(answer.headers.get("accept")).toBe(types);
    await expectStatus(subject, 415, { ...question, contentType: "text/plain" });
  });

  if (endpoint.takesGzip) gzipGuarantees(subject);

  if ((endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES) <= MIB)
    test("a body above the cap is refused by its real size too", async () => {
      const body = JSON.stringify({ filler: "x".repeat(MIB) });
      await expectStatus(subject, 413, await asking(body));
    });

  test("a field that the contract does not name is ignored, whatever its name", async () => {
    const place = await aPlace(subject);
    const headers = credentialsOf(api, endpoint, place.caller);
    const input = { ...place.input, a_field_of_tomorrow: { as: ["it", "comes"] } };
    const body = wireRequest(endpoint, input).body?.replace("{", `{${PROTOTYPE_KEYS},`) ?? "";
    await expectStatus(subject, 200, { input, headers, body });
    expect(Object.prototype).not.toHaveProperty("polluted");
  });
}

function capGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;

  test("a body above the cap is refused before it is read", async () => {
    const { input, caller } = await aPlace(subject);
    const headers = credentialsOf(api, endpoint, caller);
    const { path } = wireRequest(endpoint, input);
    const cap = endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES;
    const head = rawRequest(endpoint.method, `/api${path}`, {
      // A session is good for the host and port that it came from.
      Host: new URL(api.url).host,
      ...headers,
      "Content-Type": endpoint.upload ? FORM_TYPE : "application/json",
      "Content-Length": String(cap + 1),
    });
    const answer = await sendRaw(Number(new URL(api.url).port), head);
    expect(answer.status).toBe(413);
    expect(answer.headers.get("connection")).toBe("close");
  });
}

/** What holds for bodies that may be compressed. */
function gzipGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  const asking = async (packed: (body: string) => Uint8Array) => {
    const { input, caller } = await aPlace(subject);
    const headers = { ...credentialsOf(api, endpoint, caller), "content-encoding": "gzip" };
    return { input, headers, body: packed(wireRequest(endpoint, input).body ?? "") };
  };

  test("a body compressed with gzip is read as what it holds", async () => {
    await expectStatus(subject, 200, await asking((body) => gzipSync(body)));
  });

  test("a body that says gzip and is none, or is cut short, is a 400", async () => {
    await expectStatus(subject, 400, await asking((body) => Buffer.from(body)));
    await expectStatus(subject, 400, await asking((body) => gzipSync(body).subarray(0, -9)));
  });

  test("a small body that unpacks beyond the cap is a 413", async () => {
    const cap = endpoint.maxBodyBytes ?? DEFAULT_BODY_BYTES;
    const bomb = gzipSync(Buffer.alloc(cap + 1, " "));
    expect(bomb.length).toBeLessThan(cap / 100);
    await expectStatus(subject, 413, await asking(() => bomb));
  });
}

/** What holds for a form as a whole. */
function formGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  const asking = async (change: (form: string) => string) => {
    const { input, caller } = await aPlace(subject);
    const body = change(wireRequest(endpoint, input).body ?? "");
    return { input, headers: credentialsOf(api, endpoint, caller), body };
  };

  test.each([
    ["an empty body", () => ""],
    ["a form that breaks off", (form: string) => form.slice(0, -30)],
    ["something that is not a form", () => "{}"],
  ])("%s is a 400", async (_, change) => {
    await expectStatus(subject, 400, await asking(change));
  });

  test("a form whose parts have no boundary is a 400", async () => {
    const question = await asking((form) => form);
    await expectStatus(subject, 400, { ...question, contentType: "multipart/form-data" });
  });

  test("a form without a file is a 422", async () => {
    const place = await aPlace(subject);
    const { file: _, ...input } = place.input;
    const headers = credentialsOf(api, endpoint, place.caller);
    const answer = await expectStatus(subject, 422, { input, headers });
    expect(problemsIn(answer)).toEqual([{ type: "missing", loc: ["body", "file"], msg: "Field required" }]);
  });

  test("a compressed form, or a body of another type, is a 415", async () => {
    const question = await asking((form) => form);
    const zipped = { ...question, headers: { ...question.headers, "content-encoding": "gzip" } };
    await expectStatus(subject, 415, zipped);
    await expectStatus(subject, 415, { ...question, contentType: "application/json", body: "{}" });
  });

  test("a field that the contract does not name is ignored, whatever its name", async () => {
    const place = await aPlace(subject);
    const extra = Object.fromEntries(
      ["a_field_of_tomorrow", "constructor", "__proto__"].map((name) => [name, "x"]),
    );
    const input = { ...place.input, ...extra };
    await expectStatus(subject, 200, { input, headers: credentialsOf(api, endpoint, place.caller) });
    expect(Object.prototype).not.toHaveProperty("x");
  });
}

const PROTOTYPE_KEYS = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';

/** The prepared input works, and the other methods of its path say which ones exist. */
export function methodGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  test("the prepared input is answered 200", async () => {
    const place = await aPlace(subject);
    await expectStatus(subject, 200, {
      input: place.input,
      headers: credentialsOf(api, endpoint, place.caller),
    });
  });

  test("methods that the path does not have are a 405 that names those it has", async () => {
    const { input } = await aPlace(subject);
    const here = ALL_ENDPOINTS.filter(({ path }) => path === endpoint.path);
    const served: string[] = [endpoint, ...here].map(({ method }) => method);
    const others = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).filter(
      (method) => method === "PATCH" || !served.includes(method),
    );
    for (const method of others) {
      const answer = await ask(subject, { input, headers: {}, method, body: "{}" });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining(served));
      expect(JSON.parse(answer.text)).toEqual({ detail: "Method Not Allowed", reason: "Method Not Allowed" });
    }
  });
}
