import { expect, SERVICE, test } from "./support/fixtures.ts";
import { aBatchOf, aCall, api } from "./support/requests.ts";

/** Each would note itself on the window, or ask an address elsewhere, if it were more than text. */
const HOSTILE = [
  '<img src=x onerror="window.wasRun=1">',
  '"><svg onload=window.wasRun=1>',
  "<script>window.wasRun=1</script>",
  '<iframe srcdoc="<script>parent.wasRun=1</script>">',
  "[click](javascript:window.wasRun=1) ![image](http://127.0.0.1:9/image.png)",
  "<style>*{background:url(http://127.0.0.1:9/style.png)}</style>",
].join("\n");

test("What callers send is text on every page: nothing in it runs, and nothing elsewhere is asked for", async ({
  page,
  signIn,
}) => {
  const project = SERVICE.project;
  const said = { messages: [{ role: "user", content: HOSTILE }], [HOSTILE]: HOSTILE };
  const names = { op_name: HOSTILE, display_name: HOSTILE, thread_id: HOSTILE.slice(0, 100) };
  const call = { ...aCall(said), ...names };
  const stored = await api("/api/call/upsert_batch", aBatchOf({ ...call, ...{ turn_id: call.id } }));
  expect((await stored.json()).res).toMatchObject([{ id: call.id }]);
  const ref = `weave:///${project}/call/${call.id}`;
  const note = { feedback_type: "wandb.note.1", payload: { note: HOSTILE }, creator: HOSTILE };
  expect((await api("/api/feedback/create", { project_id: project, weave_ref: ref, ...note })).status).toBe(
    200,
  );
  const queue = { project_id: project, name: HOSTILE.slice(0, 200), description: HOSTILE, scorer_refs: [] };
  const { id: queueId } = await (await api("/api/annotation_queues", queue)).json();
  const items = { project_id: project, call_ids: [call.id], display_fields: ["inputs.messages"] };
  expect((await api(`/api/annotation_queues/${queueId}/items`, items)).status).toBe(200);

  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!/^data:|^blob:/.test(request.url()) && !request.url().startsWith(SERVICE.url))
      elsewhere.push(request.url());
  });
  await signIn(page);
  const pages = [
    "calls",
    `calls/${call.id}`,
    "threads",
    "queues",
    `queues/${queueId}`,
    `queues/${queueId}/annotate`,
  ];
  for (const path of pages) {
    await page.goto(`/projects/${project}/${path}`);
    await expect(page.getByText("onerror=").first(), path).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, "wasRun")), path).toBeUndefined();
  }
  expect(elsewhere).toEqual([]);
});
