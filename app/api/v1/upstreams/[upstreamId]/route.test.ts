import { expect, test } from "vitest";
import {
  createUpstream,
  deleteUpstream,
  listUpstreams,
  updateUpstream,
} from "#lib/contract/models/upstreams.ts";
import { newId } from "#lib/platform/ids.ts";
import { bearerHeaders } from "#lib/testing/guarantees/ask.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
const LOCAL = { baseUrl: "http://127.0.0.1:8000/v1", models: [], allowPrivate: true };

async function asAdmin(caller: Caller): Promise<Caller> {
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { isInstanceAdmin: true } });
  return { ...caller, headers: bearerHeaders(caller.headers) };
}

async function anUpstream(caller: Caller, apiKey?: string) {
  const name = `u-${newId()}`;
  return api.call(caller, createUpstream, { name, ...LOCAL, ...(apiKey === undefined ? {} : { apiKey }) });
}

const prepare = async ({ caller }: Place) => {
  const { id, name } = await anUpstream(await asAdmin(caller));
  return { upstream_id: id, name, base_url: "http://127.0.0.1:8001/v1", models: ["b"], allow_private: true };
};
routeGuarantees(api, updateUpstream, prepare);
routeGuarantees(api, deleteUpstream, async (place) => ({ upstream_id: (await prepare(place)).upstream_id }));

async function anAdmin(): Promise<Caller> {
  return asAdmin(await api.aCaller(await api.aProject(), "admin"));
}

const keyOf = async (id: string) =>
  (await api.db.prisma.upstream.findUniqueOrThrow({ where: { id } })).sealedKey;

test("settings are replaced, and the key stays where it is not mentioned", async () => {
  const admin = await anAdmin();
  const { id, name } = await anUpstream(admin, "sk-canary");
  const before = await keyOf(id);
  const changes = { ...LOCAL, baseUrl: "http://127.0.0.1:8000/v2", models: ["b"] };
  const updated = await api.call(admin, updateUpstream, { upstreamId: id, name: `${name}.b`, ...changes });
  expect(updated).toMatchObject({ id, name: `${name}.b`, ...changes, hasKey: true });
  expect(await keyOf(id)).toEqual(before);
});

test.each(["http://127.0.0.1:9000/v1", "http://localhost:8000/v1"])(
  "a key does not move with the address to %s unless it is entered again",
  async (baseUrl) => {
    const admin = await anAdmin();
    const { id, name } = await anUpstream(admin, "sk-canary");
    const input = { upstreamId: id, name, ...LOCAL, baseUrl };
    await expect(api.call(admin, updateUpstream, input)).rejects.toMatchObject({
      status: 422,
      problems: [expect.objectContaining({ loc: ["body", "api_key"] })],
    });
    const before = await keyOf(id);
    const moved = await api.call(admin, updateUpstream, { ...input, apiKey: "sk-canary" });
    expect(moved).toMatchObject({ baseUrl, hasKey: true });
    expect(await keyOf(id)).not.toEqual(before);
  },
);

test("an empty key takes the key away, with which the address may move", async () => {
  const admin = await anAdmin();
  const { id, name } = await anUpstream(admin, "sk-canary");
  const input = { upstreamId: id, name, ...LOCAL, baseUrl: "http://127.0.0.1:9000/v1", apiKey: "" };
  expect(await api.call(admin, updateUpstream, input)).toMatchObject({ hasKey: false });
  expect(await keyOf(id)).toBe(null);
});

test("an upstream that is removed is gone with its key, and a second time there is none", async () => {
  const admin = await anAdmin();
  const { id } = await anUpstream(admin, "sk-canary");
  expect(await api.call(admin, deleteUpstream, { upstreamId: id })).toEqual({});
  const { data } = await api.call(admin, listUpstreams, { limit: 100 });
  expect(data.map((upstream) => upstream.id)).not.toContain(id);
  for (const endpoint of [deleteUpstream, updateUpstream] as const)
    await expect(
      api.call<typeof updateUpstream>(admin, endpoint as typeof updateUpstream, {
        upstreamId: id,
        name: "x",
        ...LOCAL,
      }),
    ).rejects.toMatchObject({ status: 404 });
  const audit = await api.db.prisma.auditEvent.findMany({ where: { target: id }, orderBy: { at: "asc" } });
  expect(audit.map(({ action }) => action)).toEqual(["upstream.created", "upstream.deleted"]);
});

test("a name that another one has is a 409", async () => {
  const admin = await anAdmin();
  const [one, other] = [await anUpstream(admin), await anUpstream(admin)];
  const input = { upstreamId: one.id, ...LOCAL, name: other.name };
  await expect(api.call(admin, updateUpstream, input)).rejects.toMatchObject({ status: 409 });
});
