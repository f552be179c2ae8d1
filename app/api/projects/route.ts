import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { createProject } from "#lib/access/projects/create-project.ts";
import { listProjects } from "#lib/access/projects/list-projects.ts";
import * as contract from "#lib/contract/access/projects.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.listProjects, listProjects),
  handle(contract.createProject, createProject),
);
