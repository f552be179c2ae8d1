import type { Page } from "@playwright/test";
import { expect, SERVICE, test } from "./support/fixtures.ts";
import { HOSTILE_NAME, HOSTILE_TEXT, HOSTILE_TEXTS } from "./support/hostile.ts";
import { callRegion, openDesk, queueOf, type Recorded, recordCalls, type Spec } from "./support/judged.ts";
import { post } from "./support/queues.ts";
import { api } from "./support/requests.ts";

const project_id = SERVICE.project;

const TOOLS = {
  role: "assistant",
  content: null,
  tool_calls: [
    {
      id: "a",
      function: { name: HOSTILE_NAME, arguments: JSON.stringify({ [HOSTILE_NAME]: HOSTILE_NAME }) },
    },
  ],
};
const HOSTILE_CALL: Recorded = {
  inputs: {
    model: HOSTILE_NAME,
    messages: [
      { role: "system", content: HOSTILE_TEXT },
      { role: "user", content: "Before.", name: HOSTILE_NAME },
      { role: "assistant", content: HOSTILE_TEXT },
      { role: "user", content: HOSTILE_TEXTS.map((text) => ({ type: "text", text })) },
      TOOLS,
      { role: "tool", tool_call_id: "a", content: `Error: ${HOSTILE_TEXT}` },
      {
        role: HOSTILE_NAME,
        content: [{ type: "image_url", image_url: { url: "http://127.0.0.1:9/image.png" } }],
      },
    ],
    [HOSTILE_NAME]: HOSTILE_TEXTS,
  },
  output: { role: "assistant", content: HOSTILE_TEXT, reasoning: HOSTILE_TEXT },
  exception: HOSTILE_TEXT,
  summary: { usage: { [HOSTILE_NAME]: { total_tokens: 1 } } },
  attributes: { [HOSTILE_NAME]: HOSTILE_TEXT },
  op_name: HOSTILE_NAME,
  display_name: HOSTILE_NAME,
  thread_id: HOSTILE_NAME,
};
const HOSTILE_SPECS: Spec[] = [
  { name: HOSTILE_NAME, description: HOSTILE_NAME, schema: { type: "boolean" } },
  {
    name: "Options",
    schema: {
      type: "string",
      enum: HOSTILE_TEXTS.slice(0, 9),
      enumDescriptions: HOSTILE_TEXTS.slice(20, 29),
    },
  },
  { name: "Many", schema: { type: "array", items: { type: "string", enum: HOSTILE_TEXTS.slice(40, 55) } } },
  {
    name: "Parts",
    schema: {
      type: "object",
      properties: { [HOSTILE_NAME]: { type: "string", title: HOSTILE_NAME, description: HOSTILE_NAME } },
    },
  },
];

/** Notes every request to somewhere else; `isQuiet` says that nothing ran and nothing was asked for. */
function watch(page: Page) {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!/^data:|^blob:/.test(request.url()) && !request.url().startsWith(SERVICE.url))
      elsewhere.push(request.url());
  });
  return {
    isQuiet: async (where: string) => {
      expect(await page.evaluate(() => Reflect.get(window, "wasRun")), where).toBeUndefined();
      expect(elsewhere, where).toEqual([]);
    },
  };
}

test("What callers send is text on every page: nothing in it runs, and nothing elsewhere is asked for", async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  const [callId = ""] = await recordCalls([HOSTILE_CALL]);
  const weave_ref = `weave:///${project_id}/call/${callId}`;
  const note = {
    feedback_type: "wandb.note.1",
    payload: { note: HOSTILE_NAME.repeat(3) },
    creator: HOSTILE_NAME,
  };
  await post("/api/feedback/create", { project_id, weave_ref, ...note });
  const score = {
    feedback_type: `wandb.runnable.${"x"}`,
    runnable_ref: `weave:///${project_id}/op/x:1`,
    call_ref: weave_ref,
    payload: { output: { [HOSTILE_NAME]: HOSTILE_TEXT } },
  };
  await post("/api/feedback/create", { project_id, weave_ref, ...score });
  const { id: queueId } = await queueOf({
    callIds: [callId],
    specs: HOSTILE_SPECS,
    description: HOSTILE_TEXT,
  });
  await post(`/api/annotation_queues`, {
    project_id,
    name: HOSTILE_NAME,
    description: HOSTILE_TEXT,
    scorer_refs: [],
  });
  // A model's name is not free text; whatever is taken is shown.
  await api("/api/v1/preview/models", {
    entity: "acme",
    project: "support",
    name: HOSTILE_NAME,
    base_model: "spindle-mini",
  });

  const { isQuiet } = watch(page);
  await signIn(page);
  const thread = `threads?thread=${encodeURIComponent(HOSTILE_NAME)}`;
  const pages = [
    "calls",
    `calls/${callId}`,
    `calls?call=${callId}`,
    "threads",
    thread,
    "queues",
    `queues/${queueId}`,
    "feedback",
    "models",
    "settings?tab=audit",
  ];
  for (const path of pages) {
    await page.goto(`/projects/${project_id}/${path}`);
    if (!/models|audit/.test(path)) await expect(page.getByText("onerror").first(), path).toBeAttached();
    await isQuiet(path);
  }
});

test("On the desk it is text in each view, folded or open, in the guidelines, the form, the diff and the search", async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  const [before = "", callId = ""] = await recordCalls([HOSTILE_CALL, HOSTILE_CALL]);
  const displayFields = ["inputs.messages", "output", "output.content", "attributes"];
  const asked = {
    callIds: [callId],
    specs: HOSTILE_SPECS,
    description: HOSTILE_TEXT,
    settings: { is_blind: false },
  };
  const { isQuiet } = watch(page);
  await signIn(page);
  expect(before).not.toBe("");
  for (const shown of [displayFields, []]) {
    const { desk } = await queueOf({ ...asked, displayFields: shown });
    await openDesk(page, desk);
    await expect(page.getByRole("region", { name: "Guidelines" })).toContainText("onerror");
    await isQuiet("as it opens");
    for (const [key, what] of [
      ["t", "thread"],
      ["n", "tool call"],
      ["m", "tree"],
      ["m", "raw"],
      ["m", "read"],
      ["f", "whole call"],
      ["m", "whole tree"],
      ["m", "whole raw"],
      ["m", "read"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(callRegion(page).getByText("onerror").first(), what).toBeVisible();
      await isQuiet(what);
    }
    // Each that is opened is called otherwise, and the next is the first.
    const folded = callRegion(page).getByRole("button", { name: /^Show all/ });
    for (let left = await folded.count(); left > 0; left--) await folded.first().click();
    await isQuiet("long texts");
    await page.keyboard.press("/");
    await page.keyboard.type('<img src=x onerror="');
    await expect(callRegion(page).getByRole("status").first()).toHaveText(/ of /);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await isQuiet("search");
    await page.getByRole("button", { name: /^Write one/ }).click();
    await page.getByRole("textbox", { name: "Better answer" }).fill(HOSTILE_NAME);
    await page.getByRole("textbox", { name: "Note" }).fill(HOSTILE_NAME);
    await page.getByRole("button", { name: /^What changes/ }).click();
    await expect(page.getByRole("insertion").first()).toBeVisible();
    await isQuiet("form");
  }
});
