import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { answerItems, queueOf, recordCalls } from "../support/judged.ts";
import { post } from "../support/queues.ts";
import { aModel } from "../support/training.ts";

const project_id = SERVICE.project;
const HOME = `/projects/${project_id}`;
const OUTCOME = { name: "Outcome", schema: { type: "string", enum: ["solved", "partly", "unsolved"] } };
const LABELS = ["solved", "partly", "unsolved", "solved"];

/** A queue whose question has three labels, and a grader that gives only 0 or 1. */
async function somebodySaid() {
  const callIds = await recordCalls(
    LABELS.map((label, i) => ({
      inputs: { messages: [{ role: "user", content: `Is order ${i} there?` }] },
      output: { role: "assistant", content: label === "solved" ? "Yes, it is." : "Which order?" },
    })),
  );
  const queue = await queueOf({ callIds, specs: [OUTCOME] });
  await answerItems(queue, LABELS);
  const { grader } = await post<{ grader: { id: string; name: string } }>("/api/graders", {
    project_id,
    name: `says yes ${crypto.randomUUID().slice(0, 8)}`,
    description: "",
    grader: {
      ...{ type: "string_check", operation: "like" },
      ...{ input: "{{sample.output_text}}", reference: "Yes" },
    },
  });
  return { queue, grader };
}

test("a grader of 0 and 1 is measured against labels once somebody says which mean yes", async ({
  page,
  signIn,
}) => {
  const { queue, grader } = await somebodySaid();
  await signIn(page);
  await page.goto(`${HOME}/graders/${grader.id}/agreement?queueId=${queue.id}`);
  const measure = page.getByRole("button", { name: "Measure", exact: true });
  const labels = page.getByRole("group", { name: "Labels that mean yes" });
  await expect(labels).toBeVisible();
  await expect(measure).toBeDisabled();
  await labels.getByRole("checkbox", { name: "solved", exact: true }).check();
  await expectAccessible(page);
  await measure.click();
  const figures = page.getByRole("region", { name: "Figures" });
  await expect(figures).toContainText(/^4 calls that both decided/);
  await expect(figures).toContainText("Yes means “solved”.");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);

  await page.goto(`${HOME}/graders/${grader.id}`);
  await page.getByRole("combobox", { name: "Compare with people" }).click();
  await page.getByRole("option", { name: queue.name }).click();
  await expect(page.getByRole("combobox", { name: "Calls" })).toHaveText("Newest 50 answered");
  await page
    .getByRole("group", { name: "Labels that mean yes" })
    .getByRole("checkbox", { name: "solved", exact: true })
    .check();
  await page.getByRole("button", { name: "Dry run" }).click();
  const agreement = page.getByRole("region", { name: "Agreement with people" });
  await expect(agreement).toContainText("Answered by people4");
});

test("a reinforcement run whose only grader gives 0 or 1 says before its start that nobody would be asked", async ({
  page,
  signIn,
}) => {
  const [{ queue, grader }, modelId] = await Promise.all([somebodySaid(), aModel()]);
  await signIn(page);
  await page.goto(`${HOME}/training/new?method=rl&model=${modelId}`);
  await page.getByRole("group", { name: "Graders" }).getByRole("checkbox", { name: grader.name }).check();
  await page.getByRole("combobox", { name: "Queue to ask in" }).click();
  await page.getByRole("option", { name: queue.name }).click();
  const asked = page.getByRole("combobox", { name: "Replies to ask about" });
  await expect(asked).toHaveText("All of them");
  await expect(page.getByRole("combobox", { name: "If nobody answers in time" })).toHaveText(
    "The graders decide",
  );
  await expect(page.getByText(/so it is never unsure/)).toHaveCount(0);
  await asked.click();
  await page.getByRole("option", { name: "Those the graders are unsure about" }).click();
  await expect(
    page.getByText(
      `“${grader.name}” scores only 0 or 1, so it is never unsure, and nobody will be asked. Choose “All of them”.`,
    ),
  ).toBeVisible();
  await expectAccessible(page);
});

test("a dataset is proposed a name that no question has", async ({ page, signIn }) => {
  const object_id = `outcome-${crypto.randomUUID().slice(0, 8)}`;
  const val = { name: "Outcome", description: "", field_schema: OUTCOME.schema };
  const obj = { project_id, object_id, val, builtin_object_class: "AnnotationSpec" };
  const { digest } = await post<{ digest: string }>("/api/obj/create", { obj });
  const ref = `weave:///${project_id}/object/${object_id}:${digest}`;
  const callIds = await recordCalls([
    { inputs: { messages: [{ role: "user", content: "Hello" }] }, output: "Hello." },
  ]);
  const { id } = await post("/api/annotation_queues", { project_id, name: object_id, scorer_refs: [ref] });
  await post(`/api/annotation_queues/${id}/items`, { project_id, call_ids: callIds, display_fields: [] });
  await answerItems({ id, refs: [ref] }, ["solved"]);
  await signIn(page);
  await page.goto(`${HOME}/queues/${id}`);
  await page.getByRole("button", { name: "Make a dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a dataset" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(`${object_id}-2`);
  await expect(dialog).toContainText(
    `An object of the project, such as a question, is called “${object_id}”.`,
  );
});
