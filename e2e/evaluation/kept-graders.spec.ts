import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { post } from "../support/queues.ts";
import { aRowsDataset } from "../support/training.ts";

const HOME = `/projects/${SERVICE.project}`;
const project_id = SERVICE.project;

type Run = { state: string };

test("an evaluation says that a grader has a newer text and leads to one with it, a judge that nobody measured is marked, and a retry that cannot help is not offered", async ({
  page,
  signIn,
}) => {
  const dataset = await aRowsDataset({ heldOut: 0.5 });
  const name = `yes-${crypto.randomUUID().slice(0, 8)}`;
  const judge = (text: string) => ({
    type: "score_model",
    model: "spindle-mini",
    input: [{ role: "user", content: text }],
    range: [0, 1],
  });
  const [before, after] = [judge("{{item.wanted}}"), judge("Is {{sample.output_text}} a yes?")];
  const { grader: stored } = await post<{ grader: { id: string } }>("/api/graders", {
    ...{ project_id, name, description: "", grader: before },
  });
  const own = name.replaceAll(/[^\w.-]+/g, "_");
  const { evaluation } = await post<{ evaluation: { id: string } }>("/api/evaluations", {
    ...{ project_id, name: `Friends ${name}`, dataset_id: dataset.id },
    ...{ graders: [{ name: own, grader: before }], sampling: { temperature: 0, max_tokens: 8 } },
  });
  const { runs } = await post<{ runs: { id: string }[] }>(`/api/evaluations/${evaluation.id}/runs`, {
    ...{ project_id, subjects: ["spindle-mini"], samples: 1, seed: 1 },
  });
  await expect(async () => {
    const path = `${SERVICE.url}/api/evaluation_runs/${runs[0]?.id}?project_id=${project_id}`;
    const reply = await fetch(path, { headers: { Authorization: `Bearer ${SERVICE.apiKey}` } });
    expect(((await reply.json()) as { run: Run }).run.state).toBe("completed");
  }).toPass({ timeout: 60_000 });

  await signIn(page);
  await page.goto(`${HOME}/evaluations/${evaluation.id}`);
  await expect(page.getByRole("link", { name: "Not measured against people" }).first()).toHaveAttribute(
    "href",
    `${HOME}/graders/${stored.id}/agreement`,
  );
  await expect(page.getByText("It has a newer text")).toHaveCount(0);

  await page.goto(`${HOME}/evaluations/${evaluation.id}/runs/${runs[0]?.id}`);
  await expect(page.getByText("Asked again, they would have none either.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await expectAccessible(page);

  await fetch(`${SERVICE.url}/api/graders/${stored.id}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${SERVICE.apiKey}` },
    body: JSON.stringify({ project_id, grader: after }),
  });
  await page.goto(`${HOME}/evaluations/${evaluation.id}`);
  await expect(page.getByText("It has a newer text")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Measure by the newer text" }).click();
  const newer = `Friends ${name}, newer graders`;
  const starting = page.getByRole("dialog", { name: "Start runs" });
  await starting.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: newer })).toBeVisible();
  await expect(page.getByText("It has a newer text")).toHaveCount(0);

  // Pressed again, it leads to the one that is there.
  const there = new URL(page.url()).pathname;
  await page.goto(`${HOME}/evaluations/${evaluation.id}`);
  await page.getByRole("button", { name: "Measure by the newer text" }).click();
  await expect(page).toHaveURL(new RegExp(`${there}\\?start=runs`));
});
