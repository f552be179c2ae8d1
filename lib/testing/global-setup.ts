import { ownTestRun } from "#lib/platform/env.ts";
import { releaseTestServer } from "./postgres.ts";

/** The database starts with the first test that wants one; a run without such tests needs none. */
export function setup(): void {
  ownTestRun();
}

export async function teardown(): Promise<void> {
  await releaseTestServer();
}
