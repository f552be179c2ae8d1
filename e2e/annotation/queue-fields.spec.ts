import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { asWorker, aWorker, type Worker } from "../support/annotators.ts";
import { expect, keyHeaders, SERVICE, test } from "../support/fixtures.ts";
import { signInOnPage } from "../support/people.ts";
import { aQueue, CORRECT, type SeededQueue, saidIn, shows, TONE } from "../support/queues.ts";
import { api } from "../support/requests.ts";

/** Two leads who change one queue at once. */
test.use({ expectedErrors: [/409/] });

test("A lead changes a question: only annotators who used a removed option are asked again, and an open desk announces it", async ({
  page,
  browser,
  signIn,
}) => {
  test.setTimeout(120_000);
  const queue = await aQueue({ items: 3, fields: [CORRECT, TONE], settings: { annotators_per_item: 1 } });
  const ida = await aWorker("Ida", "annotator");
  await answer(ida, queue, 0, [true, "rude"]);
  await answer(ida, queue, 1, [false, "kind"]);
  const context = await browser.newContext({ baseURL: SERVICE.url });
  const desk = await context.newPage();
  await signInOnPage(desk, ida);
  await desk.goto(queue.desk);
  await shows(desk, queue.items[2]?.words ?? "");
  await desk.getByRole("radio", { name: "Yes" }).check();
  await desk.getByRole("radio", { name: "rude" }).check();

  await signIn(page);
  await page.goto(queue.desk.replace("/annotate", "/settings"));
  await page.getByRole("button", { name: `Change ${TONE.name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Change the question" });
  await dialog.getByRole("textbox", { name: "Question" }).fill("Is it kind?");
  await expect(dialog.getByText("2 answers do not change.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Option 2", exact: true }).fill("matter of fact");
  await dialog.getByRole("button", { name: "Remove option 3" }).click();
  await dialog.getByRole("button", { name: "Add an option" }).click();
  await page.keyboard.type("curt");
  await expect(dialog.getByText("1 answer does not fit the question any more.")).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Choose who is asked again.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "Only that one" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("The question was changed; 1 answer is asked again", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText("Version 2 · 2 answers under version 1 · 1 answer asked again")).toBeVisible();
  await expectAccessible(page);

  await expect(desk.getByText("A question changed.")).toBeVisible();
  await expect(desk.getByText("is now “Is it kind?”. New: “curt”. Removed: “rude”.")).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole("button", { name: "Understood" }).click();
  await expect(desk.getByRole("radio", { name: "Yes" })).toBeChecked();
  await desk.keyboard.press("ControlOrMeta+Enter");
  await expect(desk.getByText("“rude” is not among the choices.")).toBeVisible();
  await desk.getByRole("radio", { name: "matter of fact" }).check();
  await desk.keyboard.press("ControlOrMeta+Enter");

  await shows(desk, queue.items[0]?.words ?? "");
  await expect(desk.getByText("“Is it kind?” has changed since you answered.")).toBeVisible();
  await expect(desk.getByText("Your answer before the question changed: rude")).toBeVisible();
  await expect(desk.getByRole("region", { name: "Your other answers" })).toContainText("Yes");
  await expect(desk.getByRole("radio", { name: "Yes" })).toHaveCount(0);
  await expectAccessible(desk);
  await desk.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(desk);
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.keyboard.press("3");
  await desk.keyboard.press("ControlOrMeta+Enter");
  await expect(desk.getByRole("heading", { name: "This queue is complete" })).toBeVisible();
  await expect(desk.getByText("3 of 3 done by you")).toBeVisible();
  const value = (n: number, of: string) => `${queue.items[n]?.callId} wandb.annotation.${of}`;
  expect(await saidIn(queue.id)).toEqual(
    [
      `${value(0, "is-it-correct")} true`,
      `${value(0, "how-is-the-tone")} curt`,
      `${value(1, "is-it-correct")} false`,
      `${value(1, "how-is-the-tone")} kind`,
      `${value(2, "is-it-correct")} true`,
      `${value(2, "how-is-the-tone")} neutral`,
    ].sort(),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Change Is it kind?" }).click();
  await expect(dialog.getByRole("textbox", { name: "Option 2", exact: true })).toHaveValue("matter of fact");
  await expectNoOverflow(page);
  await context.close();
});

async function answer(worker: Worker, queue: SeededQueue, n: number, values: unknown[]): Promise<void> {
  const { id, callId } = queue.items[n] ?? { id: "", callId: "" };
  const feedback = queue.refs.map((ref, i) => ({
    project_id: SERVICE.project,
    weave_ref: `weave:///${SERVICE.project}/call/${callId}`,
    feedback_type: `wandb.annotation.${/object\/([^:]+)/.exec(ref)?.[1]}`,
    annotation_ref: ref,
    payload: { value: values[i] },
  }));
  await asWorker(worker, `/api/annotation_queues/${queue.id}/items/${id}/answer`, {
    project_id: SERVICE.project,
    annotation_state: "completed",
    feedback,
  });
}

test("A question that depends on another is asked only then, and what is proposed counts once it is submitted", async ({
  page,
  signIn,
}) => {
  const queue = await aQueue({ items: 2, fields: [CORRECT, TONE] });
  await signIn(page);
  await page.goto(queue.desk.replace("/annotate", "/settings"));
  await page.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Edit queue" });
  const tone = form.getByRole("region", { name: TONE.name });
  await tone.getByRole("combobox", { name: "Asked" }).click();
  await page.getByRole("option", { name: /Only after an answer to/ }).click();
  await form.getByRole("button", { name: "Save queue" }).click();
  await expect(tone.getByText("Pick at least one, or ask the question always.")).toBeVisible();
  await expect(tone.getByRole("checkbox", { name: "Yes" })).toBeFocused();
  await tone.getByRole("checkbox", { name: "No" }).check();
  await tone.getByRole("combobox", { name: "Proposed answer" }).click();
  await page.getByRole("option", { name: "neutral" }).click();
  const preview = form.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("group", { name: TONE.name })).toHaveCount(0);
  await preview.getByRole("radio", { name: "No" }).check();
  await expect(preview.getByRole("radio", { name: "neutral" })).toBeChecked();
  await expectAccessible(page);

  // Another lead rewords a question and renames the queue in between.
  const at = { project_id: SERVICE.project, field_ref: queue.refs[0] };
  const reworded = { ...at, name: "Is it right?", field_schema: CORRECT.schema };
  expect((await api(`/api/annotation_queues/${queue.id}/fields/change`, reworded)).status).toBe(200);
  const named = { project_id: SERVICE.project, name: `${queue.name}, theirs`, reservation_minutes: 25 };
  const renamed = await fetch(`${SERVICE.url}/api/annotation_queues/${queue.id}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...keyHeaders() },
    body: JSON.stringify(named),
  });
  expect(renamed.status).toBe(200);
  await form.getByRole("checkbox", { name: CORRECT.name }).check();
  await form.getByRole("textbox", { name: "Name" }).fill(`${queue.name}, mine`);
  await form.getByRole("button", { name: "Save queue" }).click();
  const notice = form.getByRole("region", { name: "Changed by someone else" });
  await expect(notice.getByRole("status")).toContainText(
    "The form now includes their changes: the questions, how long items are reserved.",
  );
  await expect(form.getByRole("checkbox", { name: "Is it right?" })).toBeChecked();
  const name = notice.getByRole("listitem", { name: "the name" });
  await expect(name.getByRole("definition")).toHaveText([`${queue.name}, mine`, `${queue.name}, theirs`]);
  await name.getByRole("button", { name: "Use theirs" }).click();
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue(`${queue.name}, theirs`);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save queue" }).click();
  await expect(page.getByText("Asked where “Is it right?” is No · Proposed: neutral")).toBeVisible();

  await page.goto(queue.desk);
  await shows(page, queue.items[0]?.words ?? "");
  await expect(page.getByRole("group", { name: TONE.name })).toHaveCount(0);
  await page.keyboard.press("2");
  await expect(page.getByText("Proposed. It counts once you submit.")).toBeVisible();
  // The question that the answer brought has the next digit.
  await expect(page.getByRole("radio", { name: "neutral" })).toBeFocused();
  await page.keyboard.press("1");
  await expect(page.getByRole("radio", { name: "kind" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await page.keyboard.press("2");
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+Enter");
  await shows(page, queue.items[1]?.words ?? "");
  await page.getByRole("radio", { name: "No" }).check();
  await page.getByRole("radio", { name: "rude" }).check();
  await page.getByRole("radio", { name: "Yes" }).check();
  await expect(page.getByRole("group", { name: TONE.name })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect
    .poll(() => saidIn(queue.id))
    .toEqual(
      [
        `${queue.items[0]?.callId} wandb.annotation.how-is-the-tone neutral`,
        `${queue.items[0]?.callId} wandb.annotation.is-it-correct false`,
        `${queue.items[1]?.callId} wandb.annotation.is-it-correct true`,
      ].sort(),
    );
});

test.describe("with a question that is not there", () => {
  test.use({ expectedErrors: [/404/] });

  test("The desk continues with the other questions and says which is missing; a lead takes it out", async ({
    page,
    signIn,
  }) => {
    const { refs } = await aQueue({ items: 0 });
    const scorer_refs = [`weave:///${SERVICE.project}/object/never:v0`, ...refs];
    const settings = { scorer_refs, required_refs: scorer_refs, annotators_per_item: 1 };
    const queue = await aQueue({ items: 1, settings });
    await signIn(page);
    await page.goto(queue.desk);
    await shows(page, queue.items[0]?.words ?? "");
    await expect(page.getByText("The question “never” cannot be shown")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("radio", { name: "Yes" }).check();
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByRole("heading", { name: "This queue is complete" })).toBeVisible();

    await page.getByRole("link", { name: "settings", exact: true }).click();
    await expect(page.getByText("Missing", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog", { name: "Edit queue" });
    await form.getByRole("button", { name: "Remove never" }).click();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save queue" }).click();
    await expect(page.getByText("Missing", { exact: true })).toHaveCount(0);
    await page.goto(queue.desk);
    await expect(page.getByRole("heading", { name: "This queue is complete" })).toBeVisible();
    await expect(page.getByText("cannot be shown")).toHaveCount(0);
  });
});
