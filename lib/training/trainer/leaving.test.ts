import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { Db } from "#lib/platform/db/database.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { tinyFormat } from "#lib/testing/engines/tiny-format.ts";
import { SUPERVISED_ROWS } from "#lib/training/data/row-shape.ts";
import type { ClaimedJob } from "#lib/training/jobs/claim-job.ts";
import { planRl } from "#lib/training/plan/plan-rl.ts";
import { planSft } from "#lib/training/plan/plan-sft.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { readGroups, readJobRows } from "#lib/training/trainer/prepare/read-training-data.ts";

const CHOICE = {
  finish_reason: "stop",
  message: { role: "assistant", content: "yes" },
  logprobs: { content: [{ token: "", logprob: -1 }] },
  token_ids: [40],
};
const TRAJECTORY = { messages_and_choices: [{ role: "user", content: "well" }, CHOICE], reward: 1 };
const GROUP = { trajectories: [TRAJECTORY, { ...TRAJECTORY, reward: 0 }] };
const ROW = {
  messages: [
    { role: "user", content: "well" },
    { role: "assistant", content: "yes" },
  ],
};

test("a job that is left while its data are read or made into a plan goes no further, and says why", async () => {
  const format = await tinyFormat();
  const reason = new Error("cancelled");
  const signal = AbortSignal.abort(reason);
  const wanted = new AbortController().signal;
  // Data in a folder of their own are found without it.
  const db = {} as Db;
  const rowsOf = async () =>
    readJobRows(db, await aJobOf("rows", ROW), { shape: SUPERVISED_ROWS, signal: wanted });
  const groupsOf = async () => readGroups(await aJobOf("groups", GROUP), wanted);
  const common = { format, contextLength: 64, config: {} };
  const sft = { ...common, validationRows: [], settings: sftSettings({}, { isDataset: false }) };
  const rl = { ...common, groups: await groupsOf(), startStep: 0, scoreCheckpoint: async () => [] };

  await expect(readJobRows(db, await aJobOf("rows", ROW), { shape: SUPERVISED_ROWS, signal })).rejects.toBe(
    reason,
  );
  await expect(readGroups(await aJobOf("groups", GROUP), signal)).rejects.toBe(reason);
  await expect(planSft({ ...sft, rows: await rowsOf(), signal })).rejects.toBe(reason);
  await expect(planRl({ ...rl, signal })).rejects.toBe(reason);
  expect((await planRl({ ...rl, signal: wanted })).totalSteps).toBe(1);
});

/** A job whose data lie in its own folder. */
async function aJobOf(name: string, line: unknown): Promise<ClaimedJob> {
  const source = jobPath(`job-${name}`, "data.jsonl");
  await mkdir(path.dirname(absolutePath(source)), { recursive: true });
  await writeFile(absolutePath(source), `${JSON.stringify(line)}\n`);
  return { source } as ClaimedJob;
}
