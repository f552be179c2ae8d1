import * as contract from "#lib/contract/projects.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { createProject } from "#lib/projects/create-project.ts";
import { listProjects } from "#lib/projects/list-projects.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listProjects, listProjects),
  handle(contract.createProject, createProject),
);
