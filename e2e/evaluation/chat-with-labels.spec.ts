import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { answerItems, queueOf, recordCalls } from "../support/judged.ts";
import { post } from "../support/queues.ts";
import { aModel, bearer, ended } from "../support/training.ts";

const project_id = SERVICE.project;
const OUTCOME = { name: "Outcome", schema: { type: "string", enum: ["solved", "unsolved"] } };

/** A model that has learned what people say of answers; gives its name. */
async function aLabelModel(): Promise<string> {
  const calls = await recordCalls(
    Array.from({ length: 4 }, (_, n) => ({
      inputs: { messages: [{ role: "user", content: `Where is order ${n}?` }] },
      output: "It comes tomorrow.",
    })),
  );
  const queue = await queueOf({ callIds: calls, specs: [OUTCOME], settings: { annotators_per_item: 1 } });
  await answerItems(queue, ["solved", "solved", "solved", "solved"]);
  const sources = [{ kind: "queue", queue_id: queue.id, use: "labels", field: queue.refs[0] }];
  const name = `outcomes-${crypto.randomUUID().slice(0, 8)}`;
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    ...{ project_id, name, kind: "sft" },
    recipe: { sources, prompt: { turns: "whole" }, split: { held_out: 0 } },
  });
  const { version } = await post<{ version: { ref: string } }>(`/api/datasets/${dataset.id}/versions`, {
    project_id,
  });
  const model_id = await aModel();
  const job = await bearer("/v1/preview/sft-training-jobs", {
    ...{ model_id, training_data_url: version.ref },
    config: { batch_size: 4, learning_rate: 0.01, n_epochs: 12 },
  });
  expect(await ended((await job.json()).id)).toMatchObject({ status: "COMPLETED" });
  return (await (await bearer(`/v1/preview/models/${model_id}`)).json()).name;
}

test("a model that learned labels says so where one chats with it, and is tried on a row of its dataset", async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  const name = `${project_id}/${await aLabelModel()}`;
  await signIn(page);
  await page.goto(`/projects/${project_id}/chat?model=${encodeURIComponent(name)}`);
  const line = page.getByText(
    "Step 1 was trained to give labels: what it says after an answer is its answer to “Outcome”.",
  );
  await expect(line).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try it on a row" }).click();
  const round = page.getByRole("region", { name: /^Round: A row of its dataset/ });
  await expect(
    round.getByText("A row of its dataset. People answered “Outcome” with “solved”."),
  ).toBeVisible();
  await expect(round.getByText(/^Where is order \d\?$/)).toBeVisible();
  await expect(round.getByText("It comes tomorrow.")).toBeVisible();
  await expect(round.getByText("solved", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  // A step that has learned nothing says nothing of labels.
  await page.goto(`/projects/${project_id}/chat?model=${encodeURIComponent(`${name}:step0`)}`);
  await expect(page.getByRole("combobox", { name: "Checkpoint" })).toContainText("step 0", {
    ignoreCase: true,
  });
  await expect(page.getByText(/was trained to give labels/)).toHaveCount(0);
});
