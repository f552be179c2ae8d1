import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { RateLimited } from "#lib/platform/errors.ts";
import { aRequest, complete, idsOf } from "#lib/testing/data/sample-requests.ts";
import { torchEngine } from "./torch-engine.ts";
import { type Body, decodeBody, encodeBody, type Fields, type NumberArray } from "./wire.internal.ts";

// What the server of Python computes is held by the tests that `npm run conformance` runs; this one scripts it.

const TOKEN = "a token of sixteen letters";
const POLICY = { modelFolder: "/models/tiny", adapterFolder: null };
const METHOD = { mode: "full" } as const;
const SIZES = { vocab_size: 10, context_length: 16, parameter_count: 3, updates: 0, bytes_per_position: 1 };
const SEQUENCES = [{ tokenIds: [1, 2, 3] }, { tokenIds: [4] }];

type Call = { operation: string; sequence: string | undefined; session: unknown; body: Body };
type Reply = Body | { status: number; fields: Fields } | "drop" | readonly string[];
const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

test("arrays travel as they are, beside JSON", () => {
  const arrays = new Map<string, NumberArray>([
    ["a", Float32Array.of(1.5, -0, Number.NaN)],
    ["ids", Int32Array.of(7, -1)],
    ["none", new Float32Array()],
  ]);
  const { contentType, bytes } = encodeBody({ fields: { handle: "é" }, arrays });
  const read = decodeBody(contentType, Buffer.from(bytes));
  expect(read.fields).toEqual({ handle: "é" });
  expect(read.arrays).toEqual(arrays);
  expect(() => decodeBody(contentType, bytes.subarray(0, bytes.length - 1))).toThrow(EngineFault);
});

test("calls of a trainer are numbered, and one whose answer was lost is sent again with its number", async () => {
  let drops = 1;
  const { engine, calls } = await scripted(({ operation }) => {
    if (operation === "optimizer_step" && drops-- > 0) return "drop";
    if (operation === "optimizer_step") return json({ grad_norm: 2, updates: 1 });
    return operation === "open_trainer" ? json({ handle: "h", ...SIZES }) : scores();
  });
  const trainer = await engine.openTrainer(POLICY, { method: METHOD });
  await trainer.score(SEQUENCES);
  expect(await trainer.optimizerStep(ADAMW)).toEqual({ gradNorm: 2 });
  expect(trainer.updates).toBe(1);
  await trainer.close();
  expect(calls.map(({ operation, sequence }) => [operation, sequence])).toEqual([
    ["open_trainer", undefined],
    ["score", "1"],
    ["optimizer_step", "2"],
    ["optimizer_step", "2"],
    ["close", undefined],
  ]);
  expect(new Set(calls.map(({ session }) => session)).size).toBe(1);
});

test("a loss that depends on scores is handed them, and its coefficients go back with the same sequences", async () => {
  const { engine, calls } = await scripted(({ operation }) =>
    operation === "open_trainer" ? json({ handle: "h", ...SIZES }) : scores(),
  );
  const trainer = await engine.openTrainer(POLICY, { method: METHOD });
  await trainer.gradients(SEQUENCES, {
    kind: "scored",
    coefficientsOf: (given) => given.map(({ logprobs }) => logprobs.map((value) => 2 * value)),
  });
  const [, scored, sent] = calls;
  expect([scored?.operation, sent?.operation]).toEqual(["score_to_train", "gradients"]);
  expect(sent?.body.arrays.get("token_ids")).toEqual(Int32Array.of(1, 2, 3, 4));
  expect(sent?.body.arrays.get("lengths")).toEqual(Int32Array.of(3, 1));
  expect(sent?.body.arrays.get("coefficients")).toEqual(Float32Array.of(0, -2, -4, 0));
});

test.each([
  ["corrupt", CorruptFiles],
  ["missing", MissingFiles],
  ["unsupported", UnsupportedModel],
  ["fault", EngineFault],
  ["something later", EngineFault],
])("what the server calls %s is the port's error, in its words", async (kind, error) => {
  const { engine } = await scripted(() => ({
    status: 422,
    fields: { error: { kind, message: "says why" } },
  }));
  await expect(engine.openScorer(POLICY)).rejects.toThrow(error);
  await expect(engine.openScorer(POLICY)).rejects.toThrow("says why");
});

test("a fault of a reset that nobody waited for is reported by the next call", async () => {
  const { engine } = await scripted(({ operation }) => {
    if (operation === "reset_optimizer")
      return { status: 500, fields: { error: { kind: "fault", message: "no reset" } } };
    return operation === "open_trainer" ? json({ handle: "h", ...SIZES }) : scores();
  });
  const trainer = await engine.openTrainer(POLICY, { method: METHOD });
  trainer.resetOptimizer();
  await trainer.score(SEQUENCES);
  await expect(trainer.score(SEQUENCES)).rejects.toThrow("no reset");
});

test("a constraint is asked in the order of the draws, and about all tokens where it allows none of them", async () => {
  const asked = ['[{"row":1,"ask":[5,4,2]}]', '[{"row":1,"id":4,"logprob":-1}]', '[{"row":1,"ask":[1,3]}]'];
  const ending = '[{"row":1,"id":6,"logprob":-2,"end":true}]';
  const { engine, calls } = await scripted(({ operation }) => {
    if (operation === "open_sampler") return json({ handle: "h", ...SIZES });
    return operation === "sampler_events" ? [...asked, ending] : json({});
  });
  const sampler = await engine.openSampler(POLICY);
  const accepted: number[] = [];
  const constraint = { allows: (id: number) => id % 2 === 0, accept: (id: number) => accepted.push(id) };
  const tokens = await complete(sampler, aRequest([1], { maxTokens: 5 }, { constraint }));
  expect(idsOf(tokens)).toEqual([4, 6]);
  expect(accepted).toEqual([4, 6]);
  const answers = () => calls.filter(({ operation }) => operation === "answer").map(({ body }) => body);
  await expect.poll(() => answers().length).toBe(2);
  const [drawn, all] = answers().sort((a, b) => a.arrays.size - b.arrays.size);
  expect(drawn?.fields).toEqual({ row: 1, token: 4, handle: "h" });
  expect(all?.arrays.get("allowed")).toEqual(Int32Array.of(0, 2, 4, 6, 8));
});

test("lines that break off fault what is decoded and what waits; more than the queue holds is refused at once", async () => {
  const { engine } = await scripted(({ operation }) => {
    if (operation === "open_sampler") return json({ handle: "h", ...SIZES });
    return operation === "sampler_events" ? "drop" : json({});
  });
  const sampler = await engine.openSampler(POLICY, { slots: 1, queueDepth: 1 });
  const asked = [complete(sampler, aRequest([1])), complete(sampler, aRequest([1]))];
  expect(() => sampler.sample(aRequest([1]))).toThrow(RateLimited);
  for (const one of await Promise.allSettled(asked))
    expect(one).toMatchObject({ status: "rejected", reason: expect.any(EngineFault) });
});

const ADAMW = { learningRate: 1, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0, maxGradNorm: 1 };

function json(fields: Fields): Body {
  return { fields, arrays: new Map() };
}

/** Of `SEQUENCES`. */
function scores(): Body {
  const arrays = new Map([
    ["logprobs", Float32Array.of(0, -1, -2, 0)],
    ["entropies", Float32Array.of(0, 1, 1, 0)],
  ]);
  return { fields: {}, arrays };
}

/** A server that says what the script does; the lines of a sampler begin once a row has been sent. */
async function scripted(script: (call: Call) => Reply) {
  const calls: Call[] = [];
  const row = Promise.withResolvers<void>();
  const server = http.createServer(async (request, response) => {
    const operation = (request.url ?? "").replace("/v1/", "");
    const body = decodeBody(request.headers["content-type"], await buffer(request));
    const { "x-spindle-sequence": sequence, "x-spindle-session": session } = request.headers;
    const call = { operation, sequence: sequence?.toString(), session, body };
    expect(request.headers.authorization).toBe(`Bearer ${TOKEN}`);
    if (operation !== "sampler_events") calls.push(call);
    if (operation === "sample") row.resolve();
    const reply = script(call);
    if (operation === "sampler_events") await row.promise;
    if (reply === "drop") response.destroy();
    else if ("fields" in reply) {
      const { contentType, bytes } = encodeBody({ arrays: new Map(), ...reply });
      response.writeHead("status" in reply ? reply.status : 200, { "Content-Type": contentType }).end(bytes);
    } else {
      for (const line of reply) response.write(`${line}\n`);
      response.end();
    }
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const settings = {
    python: "",
    server: { url: `http://127.0.0.1:${port}`, token: TOKEN },
    dtype: null,
    recomputes: true,
  };
  return { engine: torchEngine(settings), calls };
}
