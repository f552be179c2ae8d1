import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { JsonLines } from "#lib/contract/json-lines.ts";
import * as models from "#lib/contract/models/models.ts";
import { createTrainingJob as contract } from "#lib/contract/training/training.ts";
import { handle } from "#lib/edge/http/handle.ts";
import { InvalidRequest, Unreadable } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { aModel } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { createTrainingJob } from "#lib/training/requests/create-training-job.ts";
import { readInput } from "./read-input.ts";

const MIB = 1024 * 1024;
const GROUP = '{"trajectories":[{"reward":1,"__proto__":{"a":1},"text":"é\\u0000\\ud800","reward":0.5}]}';

/** What a request with this body is read as: its input with the values of its list, or why it was refused. */
async function outcomeOf(body: string | Buffer<ArrayBuffer>): Promise<unknown> {
  const request = new Request("http://localhost/?unknown=1", { method: "POST", body: Buffer.from(body) });
  try {
    const { trajectoryGroups, ...input } = await readInput(request, contract, {
      params: {},
      bySession: false,
    });
    return { ...input, ...valuesIn(trajectoryGroups) };
  } catch (error) {
    if (error instanceof InvalidRequest) return error.problems;
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

/** How many elements there are, and each different one, which a large body repeats. */
function valuesIn(list: unknown): { count: number; values: string[] } {
  const values: unknown[] =
    list instanceof JsonLines ? JSON.parse(Buffer.concat([...list.listText()]).toString()) : list;
  return { count: values.length, values: [...new Set(values.map((value) => JSON.stringify(value)))] };
}

const MANY = Math.ceil((1.5 * MIB) / GROUP.length);
const manyGroups = Array<string>(MANY).fill(GROUP).join(",");

const UNREADABLE = "There was an error parsing the body";
const faults = (...types: string[]) => types.map((type) => expect.objectContaining({ type }));

test.each<[string, (groups: string) => string, unknown]>([
  [
    "what is right",
    (groups) => `{"model_id":"m","trajectory_groups":[${groups}],"experimental_config":null}`,
    expect.objectContaining({ modelId: "m", count: 1 }),
  ],
  [
    "a byte order mark, and blanks",
    (groups) => `\ufeff\n{"model_id":"m","trajectory_groups"\t:[ ${groups}\r\n]} `,
    expect.objectContaining({ modelId: "m", count: 1 }),
  ],
  [
    "text after the end",
    (groups) => `{"model_id":"m","trajectory_groups":[${groups}]} x`,
    faults("json_invalid"),
  ],
  ["no end", (groups) => `{"model_id":"m","trajectory_groups":[${groups}]`, faults("json_invalid")],
  ["a comma too many", (groups) => `{"trajectory_groups":[${groups},]}`, faults("json_invalid")],
  ["a bracket of the wrong kind", (groups) => `{"trajectory_groups":[${groups}}]`, faults("json_invalid")],
  ["a word that is none", (groups) => `{"trajectory_groups":[${groups},nul]}`, faults("json_invalid")],
  [
    "several faults at once",
    (groups) => `{"trajectory_groups":[${groups}],"experimental_config":{"learning_rate":"fast"}}`,
    faults("missing", "float_parsing"),
  ],
  ["no list", (groups) => `{"model_id":"m","trajectory_groups":{"a":[${groups}]}}`, faults("list_type")],
  ["a list outside", (groups) => `[${groups}]`, faults("model_attributes_type")],
  [
    "a list that another value replaces",
    (groups) => `{"model_id":"m","trajectory_groups":[${groups}],"trajectory_groups":7}`,
    faults("list_type"),
  ],
  ["the list under another name", (groups) => `{"model_id":"m","groups":[${groups}]}`, faults("missing")],
  [
    "too deep a nesting",
    (groups) => `{"trajectory_groups":[${groups},${"[".repeat(255)}${"]".repeat(255)}]}`,
    UNREADABLE,
  ],
])(
  "a large body is taken or refused as a small one is, in the same words: %s",
  async (_, bodyOf, expected) => {
    const [small, large] = [bodyOf(GROUP), bodyOf(manyGroups)];
    const outcome = await outcomeOf(small);
    expect(outcome).toEqual(expected);
    expect(shifted(await outcomeOf(large), large.length - small.length)).toEqual(outcome);
  },
);

/** As if only one group had been sent. */
function shifted(outcome: unknown, by: number): unknown {
  if (!Array.isArray(outcome)) return Object(outcome).count > 1 ? { ...Object(outcome), count: 1 } : outcome;
  return outcome.map(({ loc: [place, ...below], ...problem }) => ({
    ...problem,
    loc: [place, ...below.map((key: unknown) => (typeof key === "number" ? key - by : key))],
  }));
}

test("a large body that is no UTF-8 is unreadable, also where it is no JSON either", async () => {
  const body = Buffer.from(`{"trajectory_groups":[,${manyGroups}],"a":"?"}`);
  body[body.length - 3] = 0x80;
  expect(await outcomeOf(body)).toBe(UNREADABLE);
});

test("a large body may have 100,000 groups and no more", async () => {
  const body = (count: number) =>
    `{"model_id":"m","trajectory_groups":[${Array(count).fill('"0123456789"').join(",")}]}`;
  expect(await outcomeOf(body(100_000))).toMatchObject({ modelId: "m", count: 100_000 });
  expect(await outcomeOf(body(100_001))).toMatchObject([
    { type: "too_long", loc: ["body", "trajectory_groups"], msg: expect.stringContaining("not 100001") },
  ]);
});

test("endless white space is not a body", async () => {
  expect(await outcomeOf(`${" ".repeat(2 * MIB)}null`)).toMatchObject([{ type: "missing", loc: ["body"] }]);
});

/** Fires when the last byte of a body has arrived. */
const arrivals = new EventTarget();
const operation = handle(contract, createTrainingJob);
const api = startHarness({
  ...operation,
  handler: (request, route) => {
    const flush = () => void arrivals.dispatchEvent(new Event(request.headers.get("x-arrival") ?? "none"));
    const body = request.body?.pipeThrough(new TransformStream({ flush })) ?? null;
    const init: RequestInit & { duplex: "half" } = { body, duplex: "half" };
    return operation.handler(new Request(request, init), route);
  },
});

test("others are answered while one large body is read and its groups are checked", async () => {
  const { caller, model } = await aModel(api);
  const turn = { messages_and_choices: [{ role: "user", content: "Say yes or no" }], reward: 1 };
  const trajectories = Array<string>(200_000).fill(JSON.stringify(turn)).join(",");
  const order: string[] = [];
  const arrival = newId();
  const arrived = once(arrivals, arrival);
  const large = api
    .send(caller, {
      path: contract.path,
      // The fault stands at the very end, so all of it is read before it is refused.
      body: `{"model_id":"${model.id}","trajectory_groups":[{"trajectories":[${trajectories},{"reward":"high"}]}]}`,
      headers: { "x-arrival": arrival },
    })
    .then(async (response) => {
      order.push("large");
      return response.json();
    });
  await arrived;
  for (let n = 0; n < 5; n++) {
    await api.call(caller, models.getModel, { modelId: model.id });
    order.push("small");
    await nextTurn();
  }
  expect((await large).detail).toMatchObject([
    { loc: ["body", "trajectory_groups", 0], msg: expect.stringContaining("trajectories[200000].reward") },
  ]);
  expect(order).toEqual([...Array(5).fill("small"), "large"]);
});
