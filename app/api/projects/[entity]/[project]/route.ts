import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import { updateProject } from "#lib/access/projects/update-project.ts";
import * as contract from "#lib/contract/access/projects.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.updateProject, updateProject),
);
