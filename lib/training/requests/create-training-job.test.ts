import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/training.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { rowOf } from "#lib/testing/data/job-data.ts";
import { aModel } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
const LENGTH = 2 * 1024 * 1024;

/** Groups of about two mebibytes, each with its place. */
function manyGroups(): unknown[] {
  const content = "yes ".repeat(10_000);
  return Array.from({ length: Math.ceil(LENGTH / content.length) }, (_, place) => ({
    trajectories: [
      { messages_and_choices: [{ role: "assistant", content }], reward: place, metadata: { place } },
    ],
  }));
}

async function aPlace() {
  const { caller, model } = await aModel(api);
  const send = (path: string, body: unknown, headers?: Record<string, string>) =>
    api.send(caller, { path, body, ...(headers ? { headers } : {}) });
  const jobs = () => api.db.prisma.trainingJob.count({ where: { modelId: model.id } });
  return { modelId: model.id, send, jobs };
}

async function dataOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const { id } = await response.json();
  return readFile(absolutePath((await rowOf(api, id)).source), "utf8");
}

test("a large job's groups are kept as they came, whether written in one line or in many", async () => {
  const { modelId, send } = await aPlace();
  const body = { model_id: modelId, trajectory_groups: manyGroups() };
  for (const indent of [0, 2]) {
    const lines = (
      await dataOf(await send(contract.createTrainingJob.path, JSON.stringify(body, null, indent)))
    )
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(body.trajectory_groups);
  }
});

test("a large job with a group that cannot be trained on is refused at its place and leaves nothing", async () => {
  const { modelId, send, jobs } = await aPlace();
  const groups = [...manyGroups(), { trajectories: [{ reward: "high" }] }];
  const response = await send(contract.createTrainingJob.path, {
    model_id: modelId,
    trajectory_groups: groups,
  });
  expect(response.status).toBe(422);
  const place = groups.length - 1;
  expect((await response.json()).detail).toMatchObject([
    {
      type: "value_error",
      loc: ["body", "trajectory_groups", place],
      msg: expect.stringContaining(`trajectory_groups[${place}].trajectories[0].reward is "high"`),
    },
  ]);
  expect(await jobs()).toBe(0);
});

test("a large job sent again under its Idempotency-Key is not made again, and another one there is refused", async () => {
  const { modelId, send, jobs } = await aPlace();
  const headers = { "idempotency-key": newId() };
  const [groups, others] = [manyGroups(), manyGroups().toReversed()];
  const create = (trajectory_groups: unknown[]) =>
    send(contract.createTrainingJob.path, { model_id: modelId, trajectory_groups }, headers);
  const first = await (await create(groups)).json();
  expect(await (await create(groups)).json()).toEqual(first);
  expect((await create(others)).status).toBe(422);
  expect(await jobs()).toBe(1);
});

test("large data in a request of supervised training are kept byte by byte, and a bad line of them is named", async () => {
  const { modelId, send } = await aPlace();
  const rows = aRow("Is it so?", "yes ".repeat(LENGTH / 4));
  const inline = (text: string) => ({
    model_id: modelId,
    training_data_url: `data:application/jsonl;base64,${Buffer.from(text).toString("base64")}`,
  });
  const { path } = contract.createSftTrainingJob;
  expect(await dataOf(await send(path, inline(rows)))).toBe(rows);
  for (const [text, words] of [
    [`${rows}{"messages": [`, "line 2 is not JSON"],
    [" ".repeat(LENGTH), "it has no rows"],
  ] as const) {
    const refused = await send(path, inline(text));
    expect(refused.status).toBe(422);
    expect((await refused.json()).detail).toMatchObject([
      { type: "value_error", loc: ["body", "training_data_url"], msg: expect.stringContaining(words) },
    ]);
  }
});
