import { log } from "#lib/platform/log.ts";
import type { Duty } from "./duty.ts";
import { eraseProjects } from "./erase-projects.ts";

/** Deletes what the projects hold that somebody deleted. */
export const eraseDeletedProjects: Duty = {
  name: "erase-deleted-projects",
  everyMs: 1_000,
  run: async (db) => {
    const projects = await eraseProjects(db);
    if (projects > 0) log.info({ projects }, "projects deleted with everything in them");
  },
};
