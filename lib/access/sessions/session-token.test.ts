import { expect, test } from "vitest";
import { startHarness } from "#lib/testing/harness.ts";
import { isOfDisabledAccount } from "./session-token.ts";

const api = startHarness();

test("a session that ended because its account was disabled is known as such to who holds it, and to nobody else", async () => {
  const project = await api.aProject();
  const [gone, other] = [await api.aCaller(project, "annotator"), await api.aCaller(project, "annotator")];
  const cookieOf = (caller: typeof gone) => new Headers(api.sessionHeaders(caller)).get("cookie") ?? "";
  const [disabled, version] = [{ disabledAt: new Date() }, { sessionVersion: { increment: 1 } }];
  expect(await isOfDisabledAccount(api.db, cookieOf(gone))).toBe(false);
  await api.db.prisma.user.update({ where: { id: gone.userId }, data: { ...disabled, ...version } });
  await api.db.prisma.user.update({ where: { id: other.userId }, data: version });
  expect(await isOfDisabledAccount(api.db, cookieOf(gone))).toBe(true);
  expect(await isOfDisabledAccount(api.db, cookieOf(other))).toBe(false);
  expect(await isOfDisabledAccount(api.db, "spindle-session=forged")).toBe(false);
});
