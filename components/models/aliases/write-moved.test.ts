import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { allCheckpointsQuery, checkpointListQuery } from "#components/run/queries/model-queries.ts";
import type { CheckpointAlias } from "#lib/contract/evaluation/aliases.ts";
import type { CheckpointGate } from "#lib/contract/evaluation/gates.ts";
import type { Promotion } from "#lib/contract/evaluation/promotions.ts";
import type { Checkpoint } from "#lib/contract/models/models.ts";
import { aliasesQuery, gateCheckQuery, retractedRowsQuery, waitingPromotionsQuery } from "./alias-queries.ts";
import { writeDecided, writeMoved, writeRemoved } from "./write-moved.ts";

const LOST = { rows: 30, of: 288, cleanStep: 0 } as unknown as CheckpointAlias["retracted"];
const GATE = { alias: "production" } as CheckpointGate;
const AT_2 = { name: "production", step: 2, previousStep: 0, updatedBy: "eva", updatedAt: new Date(0) };
const { queryKey } = aliasesQuery("m");

function aPage(): QueryClient {
  const client = new QueryClient();
  const alias = { ...AT_2, gate: GATE, retracted: null } as unknown as CheckpointAlias;
  client.setQueryData(queryKey, {
    aliases: [alias],
    ...{ latest: null, retractedSteps: [], deadSteps: [], fallenSteps: [], proposedStart: null },
  });
  return client;
}

const shown = (client: QueryClient) =>
  client.getQueryData(queryKey)?.aliases.map(({ name, step, previousStep, retracted }) => ({
    ...{ name, step, previousStep, retracted },
  }));

test("an alias that was moved is at its new step before it is read again, with what that lost and the way back", () => {
  const client = aPage();
  client.setQueryData(retractedRowsQuery("m", 1).queryKey, { step: 1, retracted: LOST });
  const checked = gateCheckQuery("m", { alias: "production", step: 3 }).queryKey;
  client.setQueryData(checked, { gate: GATE, passed: true, lines: [], incumbentStep: 2 });
  writeMoved(client, "m", { name: "production", step: 1, by: "move" });
  expect(shown(client)).toEqual([{ name: "production", step: 1, previousStep: 2, retracted: LOST }]);
  expect(client.getQueryData(queryKey)?.aliases[0]?.gate).toBe(GATE);
  // It was compared with what no longer has the alias.
  expect(client.getQueryData(checked)).toBeUndefined();
  writeMoved(client, "m", { name: "canary", step: 3, by: "move" });
  expect(shown(client)?.[1]).toEqual({ name: "canary", step: 3, previousStep: null, retracted: null });
});

test("after a rollback the step before is not known until it is read", () => {
  const client = aPage();
  writeMoved(client, "m", { name: "production", step: 0, by: "rollback" });
  expect(shown(client)).toEqual([{ name: "production", step: 0, previousStep: null, retracted: null }]);
});

test("what was decided waits no longer, and only an approval moves the alias", () => {
  const client = aPage();
  const waiting = waitingPromotionsQuery("p").queryKey;
  const asked = { id: "w", modelId: "m", alias: "production", step: 1, state: "waiting" } as Promotion;
  client.setQueryData(waiting, [asked]);
  writeDecided(client, "p", { ...asked, state: "refused" });
  expect([client.getQueryData(waiting), shown(client)?.[0]?.step]).toEqual([[], 2]);
  writeDecided(client, "p", { ...asked, state: "approved" });
  expect(shown(client)?.[0]?.step).toBe(1);
});

test("the table of checkpoints shows an alias at its new step at once, and none that was removed", () => {
  const client = aPage();
  const checkpoint = (step: number, ...aliases: string[]) => ({ step, aliases }) as unknown as Checkpoint;
  const read = [checkpoint(3, "latest"), checkpoint(2, "canary", "production"), checkpoint(1)];
  const page = { object: "list" as const, data: read, hasMore: false, firstId: "", lastId: "" };
  const list = checkpointListQuery("m").queryKey;
  const all = allCheckpointsQuery("m").queryKey;
  client.setQueryData(list, { pages: [page], pageParams: [""] });
  client.setQueryData(all, read);
  const named = () =>
    [client.getQueryData(list)?.pages.flatMap(({ data }) => data), client.getQueryData(all)].map((found) =>
      found?.map(({ aliases }) => aliases.join(" ")),
    );
  writeMoved(client, "m", { name: "production", step: 3, by: "move" });
  expect(named()).toEqual([
    ["latest production", "canary", ""],
    ["latest production", "canary", ""],
  ]);
  writeRemoved(client, "m", "canary");
  expect(named()).toEqual([
    ["latest production", "", ""],
    ["latest production", "", ""],
  ]);
});
