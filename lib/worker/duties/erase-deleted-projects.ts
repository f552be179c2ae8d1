import { log } from "#lib/log.ts";
import { eraseProjects } from "#lib/projects/erase-projects.ts";
import type { Duty } from "./duty.ts";

/** Deletes what the projects hold that somebody deleted. */
export const eraseDeletedProjects: Duty = {
  name: "erase-deleted-projects",
  everyMs: 1_000,
  run: async (db) => {
    const projects = await eraseProjects(db);
    if (projects > 0) log.info({ projects }, "projects deleted with everything in them");
  },
};
