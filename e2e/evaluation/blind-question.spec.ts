import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { answerItems, queueOf, recordCalls } from "../support/judged.ts";
import { post } from "../support/queues.ts";
import { bearer } from "../support/training.ts";

const project_id = SERVICE.project;
const OUTCOME = {
  name: "Outcome",
  description: "Whether the answer gave the person what they came for.",
  schema: {
    type: "string",
    enum: ["solved", "unsolved"],
    enumDescriptions: ["They have it.", "They still wait."],
  },
};

/** Two runs that answered rows of labels differently, in a blind queue; gives its desk. */
async function aBlindQueue(): Promise<string> {
  const calls = await recordCalls(
    Array.from({ length: 4 }, (_, n) => ({
      inputs: {
        messages: [
          { role: "system", content: "You answer for a shop." },
          { role: "user", content: `Hello, it is about order ${n}.` },
          { role: "assistant", content: "What is it?" },
          { role: "user", content: "Where is it?" },
        ],
      },
      output: "It comes tomorrow.",
    })),
  );
  const queue = await queueOf({ callIds: calls, specs: [OUTCOME], settings: { annotators_per_item: 1 } });
  await answerItems(queue, ["solved", "unsolved", "solved", "unsolved"]);
  const source = { kind: "queue", queue_id: queue.id, use: "labels", field: queue.refs[0] };
  const recipe = { sources: [source], prompt: { turns: "whole" } };
  const name = `outcomes-${crypto.randomUUID().slice(0, 8)}`;
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    ...{ project_id, name, kind: "eval", recipe },
  });
  await post(`/api/datasets/${dataset.id}/versions`, { project_id });
  const sampling = { temperature: 1.5, max_tokens: 8 };
  const { evaluation } = await post<{ evaluation: { id: string } }>("/api/evaluations", {
    ...{ project_id, name, dataset_id: dataset.id, sampling },
  });
  const made: string[] = [];
  for (const seed of [1, 2]) {
    const { runs } = await post<{ runs: { id: string }[] }>(`/api/evaluations/${evaluation.id}/runs`, {
      ...{ project_id, subjects: ["spindle-mini"], seed },
    });
    made.push(runs[0]?.id ?? "");
  }
  for (const id of made)
    await expect
      .poll(
        async () =>
          (await (await bearer(`/api/evaluation_runs/${id}?project_id=${project_id}`)).json()).run.state,
        {
          timeout: 90_000,
        },
      )
      .toBe("completed");
  const { blind_queue } = await post<{ blind_queue: { queue_id: string } }>(
    `/api/evaluations/${evaluation.id}/blind_queue`,
    { ...{ project_id, run_a: made[0], run_b: made[1] }, items: 4, annotators_per_item: 1 },
  );
  return `/projects/${project_id}/queues/${blind_queue.queue_id}/annotate`;
}

test("who compares two answers to a question of a queue blindly reads the question and all that both answered", async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  const desk = await aBlindQueue();
  await signIn(page);
  await page.goto(desk);
  const question = page.getByRole("region", { name: "The question" });
  await expect(question.getByRole("heading", { name: "Outcome" })).toBeVisible();
  await expect(question.getByText(OUTCOME.description)).toBeVisible();
  await expect(question.getByText("solved · They have it.", { exact: true })).toBeVisible();
  await expect(question.getByText("unsolved · They still wait.")).toBeVisible();
  await expect(page.getByText(/^Two answers to the question that stands above them/)).toBeVisible();
  for (const side of ["Left", "Right"]) {
    const said = page.getByRole("region", { name: side, exact: true });
    await expect(said.getByText("You answer for a shop.")).toBeVisible();
    await expect(said.getByText("It comes tomorrow.")).toBeVisible();
    await expect(said.getByRole("region", { name: "You are judging this" })).toBeInViewport();
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(question.getByText("unsolved · They still wait.")).toBeVisible();
  await expectNoOverflow(page);
});
