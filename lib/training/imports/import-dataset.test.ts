import { expect, test, vi } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { byBearer } from "#lib/testing/data/model-data.ts";
import { untilWaiting } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

async function aPlace() {
  const project = await api.aProject();
  const { headers } = byBearer(await api.aCaller(project, "engineer"));
  const send = (name: string, content: string) => {
    const form = new FormData();
    form.set("project_id", project.path);
    form.append("file", new Blob([content]), name);
    return fetch(`${api.url}/api/datasets/import`, { method: "POST", headers, body: form });
  };
  const files = () => api.db.prisma.uploadedFile.count({ where: { projectId: project.id } });
  return { send, files };
}

test("people who look while an import is stored find neither its file nor its dataset", async () => {
  const { send, files } = await aPlace();
  // What only the first import of a process does is done before anybody waits.
  expect((await send("first.jsonl", aRow("a"))).status).toBe(200);
  // The promise stands in an object, because the transaction would wait for a bare one.
  const { sending } = await api.db.transaction(async (tx) => {
    await tx.query(sql`lock table dataset_version in exclusive mode`);
    const sending = send("second.jsonl", aRow("a"));
    await untilWaiting(api, "insert into dataset_version");
    expect(await files()).toBe(1);
    return { sending };
  });
  expect((await sending).status).toBe(200);
  expect(await files()).toBe(2);
});

test("while a long row is checked, others are answered", async () => {
  const { send, files } = await aPlace();
  const line = processWide("threads-checks", () => ({ last: Promise.resolve<unknown>(null) }));
  // The check begins when this one, which stands before it in the line, is over.
  const before = Promise.withResolvers<unknown>();
  line.last = before.promise;
  const sending = send("long.jsonl", aRow("lorem ipsum ".repeat(50_000)));
  await vi.waitFor(() => expect(line.last).not.toBe(before.promise), { timeout: 10_000 });
  const health = await fetch(`${api.url}/api/v1/health`);
  expect(health.status).toBe(200);
  expect(await files()).toBe(0);
  before.resolve(null);
  expect((await sending).status).toBe(200);
});

const MAX_ROWS = 10_000;

test.each([
  ["lines", "rows.jsonl", `${aRow("Is it so?").repeat(MAX_ROWS + 1)}no row`, ["body", "file", MAX_ROWS + 1]],
  ["a table", "rows.csv", `prompt,completion\n${"a,b\n".repeat(5 * MAX_ROWS)}"no end`, ["body", "file"]],
])(
  "what comes after the most rows that a version holds is not even read of %s",
  async (_, name, content, loc) => {
    const { send, files } = await aPlace();
    const response = await send(name, content);
    expect(response.status).toBe(422);
    const msg = expect.stringMatching(/more than 10000 rows/);
    expect((await response.json()).detail).toEqual([{ type: "value_error", loc, msg }]);
    expect(await files()).toBe(0);
  },
);
