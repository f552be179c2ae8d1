import { expect, test } from "vitest";
import { countVersionReferences } from "#lib/contract/datasets/version-references.ts";
import { aRow, aVersionOf } from "#lib/testing/data/evaluation-data.ts";
import { aPrompt } from "#lib/testing/data/rl-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, countVersionReferences, async (place) => {
  const { datasetId } = await aVersionOf(api, place, [aPrompt("Hello?", "Hello")]);
  return { project_id: place.project.path, dataset_id: datasetId, version: "v0" };
});

const bare = (question: string) => ({ value: { prompt: [{ role: "user", content: question }] } });

async function countsOf(rows: Parameters<typeof aVersionOf>[2]) {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const { datasetId } = await aVersionOf(api, { project, caller }, rows);
  const path = `/datasets/${datasetId}/versions/latest/references?project_id=${encodeURIComponent(project.path)}`;
  return (await api.send(caller, { method: "GET", path })).json();
}

test("rows that are asked and rows that are measured are counted apart, in raw JSON", async () => {
  const rows = [
    aPrompt("One?", "1"),
    bare("Two?"),
    bare("Three?"),
    aRow("Four?", "4"),
    aPrompt("Five?", "5"),
  ];
  expect(await countsOf(rows)).toEqual({
    number: 0,
    asked: { rows: 4, references: 2, is_sampled: false },
    measured: { rows: 1, references: 1, is_sampled: false },
  });
});

test("the better answer, the last reply and what an item names are references; a null is none", async () => {
  const reply = (content: string) => [{ role: "assistant", content }];
  const { prompt } = bare("Which?").value;
  const rows = [
    { value: { prompt, chosen: reply("this"), rejected: reply("that") } },
    { value: { prompt, completion: reply("good"), label: true } },
    { value: { prompt, item: { reference: "named" } } },
    { value: { prompt, completion: reply("bad"), label: false } },
    { value: { prompt, reference: null } },
    { value: { text: "no prompt" } },
  ];
  expect(await countsOf(rows)).toMatchObject({ asked: { rows: 6, references: 3 } });
});

test("of many rows the first 2,000 are read, and the count of these says so, but not that of few", async () => {
  const many = Array.from({ length: 2001 }, (_, n) => bare(`Question ${n}`));
  expect(await countsOf([...many, aRow("One?", "1")])).toMatchObject({
    asked: { rows: 2000, references: 0, is_sampled: true },
    measured: { rows: 1, references: 1, is_sampled: false },
  });
});
