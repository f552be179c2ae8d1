import http, { type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { call } from "#lib/client/call.ts";
import { createWebhook, queryWebhookDeliveries, WEBHOOK_EVENTS } from "#lib/contract/automation/webhooks.ts";
import { createDataset } from "#lib/contract/datasets/datasets.ts";
import { type LoopRun, queryLoopRuns } from "#lib/contract/loops/loop-runs.ts";
import { createLoop } from "#lib/contract/loops/loops.ts";
import { createModel } from "#lib/contract/models/models.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { ADMIN } from "../../../e2e/support/service.ts";
import { sessionHeaders } from "../../../e2e/support/session.ts";
import { Exam } from "../../examples/loop/exam.ts";
import { LabelQueue } from "../../examples/loop/label-queue.ts";
import { drawRequests, shuffled } from "../../examples/loop/material.ts";
import { BASE_MODEL, CONFIG, TRAINING } from "../../examples/loop/student.ts";
import type { Town } from "../../examples/loop/town.ts";
import { type Check, unless } from "./check.ts";
import type { House } from "./house.ts";
import { killOnceThere, type Program } from "./kill-once-there.ts";
import { labelsOf } from "./sources.ts";

const ROUNDS = 4;
const ANSWERS = 60;
const KILLS = 10;
const QUESTIONS = 30;
/** Worker, trainer and sampler do the steps; the web process only the requests. */
const KILLED = ["worker/main.ts", "trainer/main.ts", "sampler/main.ts"] as const satisfies Program[];
const KILL_WITHIN_MS = 10_000;
const ROUND_WITHIN_MS = 600_000;
const LOOK_EVERY_MS = 250;
const DELIVERED_WITHIN_MS = 180_000;
const PAGE = 50;

/** Answers become a model that asks to be used, four times without a hand, each thing once whatever is killed, and each event arrives. */
export const loopAlone: Check = async (house) => {
  const town = await house.town(["Ada", "Ben", "Cleo"]);
  const { lead, projectId } = town;
  const inbox = await openInbox(house, town);
  const taken = new Set<string>();
  const exam = await Exam.set(town, drawRequests(QUESTIONS, 0, taken));
  const shape = { name: "Services", annotatorsPerItem: 1 };
  const queue = await LabelQueue.open(town, shape, drawRequests(ROUNDS * ANSWERS, 1, taken));
  const loopId = await aLoop(town, queue, exam);
  const random = seededRandom(20);
  let kills = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const killing = killEach(house, random);
    for (const annotator of town.annotators)
      await queue.work(annotator, { count: ANSWERS / town.annotators.length, errorRate: 0.05, random });
    const run = await nthRun(town, loopId, round);
    kills += await killing;
    console.log(`  round ${round}: ${run.state}: ${run.outcome}`);
  }
  const { runs } = await lead.call(queryLoopRuns, { projectId, loopId, limit: 50, offset: 0 });
  const faults = [...(await objectsOnce(house, town, runs)), ...(await inbox.faults())];
  inbox.close();
  const done = runs.filter(({ state }) => state === "done").length;
  return {
    found: `${runs.length} runs at ${ANSWERS} answers each under ${kills} kills: ${done} asked, ${runs.length - done} ended otherwise; ${inbox.summary()}`,
    faults: [
      ...faults,
      ...unless(runs.length === ROUNDS, `There were ${runs.length} runs, and ${ROUNDS} were meant.`),
      ...unless(
        runs.every(({ state }) => state === "done" || state === "skipped"),
        `Runs ended as ${runs.map(({ state, outcome }) => `${state} (${outcome})`).join(", ")}.`,
      ),
      ...unless(kills >= KILLS, `There were only ${kills} kills.`),
    ],
  };
};

async function aLoop(town: Town, queue: LabelQueue, exam: Exam): Promise<string> {
  const { lead, projectId, entity, project } = town;
  const recipe = labelsOf(
    queue,
    { rule: "majority" },
    { split: { held_out: 0 }, held_out_of: [exam.datasetId] },
  );
  const named = { projectId, name: "services", description: "", kind: "sft" as const };
  const { dataset } = await lead.call(createDataset, { ...named, recipe });
  const model = { entity, project, name: "router", baseModel: BASE_MODEL, returnExisting: false };
  const { id: modelId } = await lead.call(createModel, { ...model, training: TRAINING });
  const { loop } = await lead.call(createLoop, {
    ...{ projectId, name: "Every sixty answers", datasetId: dataset.id, maxJobs: 10, isPaused: false },
    when: { kind: "answers", count: ANSWERS },
    train: { kind: "sft", modelId, start: "alias", config: { ...CONFIG, nEpochs: 2, seed: 1 } },
    measure: { evaluationId: exam.evaluationId, metric: "nll", minGain: 0 },
    promote: { alias: "production", act: "ask" },
  });
  return loop.id;
}

async function nthRun({ lead, projectId }: Town, loopId: string, wanted: number): Promise<LoopRun> {
  const deadline = performance.now() + ROUND_WITHIN_MS;
  while (performance.now() < deadline) {
    const { runs, totalCount } = await lead.call(queryLoopRuns, { projectId, loopId, limit: 1, offset: 0 });
    const [newest] = runs;
    if (totalCount === wanted && newest?.endedAt) return newest;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`Round ${wanted} of the loop came to no end`);
}

/** Kills each program once, in any order and at any moment. A job whose trainer died three times before its first step would be given up, as it should be. */
async function killEach(house: House, random: () => number): Promise<number> {
  const order = shuffled(KILLED, random);
  for (const program of order) {
    await sleep(KILL_WITHIN_MS * random());
    await killOnceThere(house, program);
  }
  return order.length;
}

/** Of each run one version, one job, one question and a run of the evaluation for what it compares, which several may share; and of each nothing that no run names. */
async function objectsOnce(
  house: House,
  { entity, project }: Town,
  runs: readonly LoopRun[],
): Promise<string[]> {
  const count = async (table: string, more = "") => {
    const found = await house.query(
      `select 1 from ${table} t join project p on p.id = t.project_id where p.entity_name = $1 and p.name = $2 ${more}`,
      [entity, project],
    );
    return found.rowCount ?? 0;
  };
  const made = {
    jobs: [await count("training_job"), runs.filter(({ jobId }) => jobId !== null).length],
    evaluations: [
      await count("evaluation_run"),
      new Set(runs.flatMap(({ evaluationRunIds }) => evaluationRunIds)).size,
    ],
    questions: [await count("promotion"), runs.filter(({ promotion }) => promotion !== null).length],
    versions: [
      await count("dataset_version", "and t.dataset_id in (select dataset_id from loop_run)"),
      new Set(runs.map(({ version }) => version)).size,
    ],
  };
  return Object.entries(made).flatMap(([name, [found, meant]]) =>
    unless(found === meant, `There are ${found} ${name}, and the runs name ${meant}.`),
  );
}

type Inbox = { summary(): string; faults(): Promise<string[]>; close(): void };

/** A webhook for everything, and a receiver on this machine that takes only what the package verifies. */
async function openInbox(house: House, { lead, projectId }: Town): Promise<Inbox> {
  const received = new Map<string, number>();
  let refused = 0;
  let secret = "";
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString("utf8");
    const id = String(request.headers["webhook-id"]);
    try {
      new Webhook(secret).verify(body, textsOf(request.headers));
      received.set(id, (received.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    } catch {
      refused += 1;
      response.writeHead(401).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const as = { baseUrl: house.service.url, headers: await sessionHeaders(ADMIN, house.service.url) };
  const made = { projectId, url, description: "", events: [...WEBHOOK_EVENTS], allowPrivate: true };
  const { webhook, secret: shown } = await call(createWebhook, made, as);
  secret = shown;
  const sent = async () => {
    const asked = { projectId, webhookId: webhook.id, limit: PAGE, offset: 0 };
    const page = await lead.call(queryWebhookDeliveries, asked);
    const all = [...page.deliveries];
    while (all.length < page.totalCount)
      all.push(...(await lead.call(queryWebhookDeliveries, { ...asked, offset: all.length })).deliveries);
    return all;
  };
  return {
    summary: () => {
      const arrived = [...received.values()];
      const again = arrived.filter((times) => times > 1).length;
      return `${arrived.length} events arrived, each signed, ${again} of them more than once under their id`;
    },
    // What a killed worker had under way is tried again after a minute.
    faults: async () => {
      const deadline = performance.now() + DELIVERED_WITHIN_MS;
      let all = await sent();
      while (all.some(({ state }) => state === "pending") && performance.now() < deadline) {
        await sleep(1000);
        all = await sent();
      }
      const missing = all.filter(({ messageId, state }) => state !== "delivered" || !received.has(messageId));
      const unknown = [...received.keys()].filter((id) => !all.some(({ messageId }) => messageId === id));
      const events = new Set(all.map(({ payload }) => JSON.stringify(payload)));
      return [
        ...unless(
          missing.length === 0,
          `${missing.length} events did not arrive, such as ${missing[0]?.type}.`,
        ),
        ...unless(unknown.length === 0, `${unknown.length} arrived that nobody sent.`),
        ...unless(refused === 0, `${refused} were not signed as the package wants it.`),
        ...unless(events.size === all.length, `${all.length - events.size} events were written twice.`),
      ];
    },
    close: () => void server.close().closeAllConnections(),
  };
}

function textsOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
