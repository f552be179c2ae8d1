import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/jobs/project-storage.ts";
import { getProjectStorage } from "#lib/jobs/storage/get-project-storage.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.getProjectStorage, getProjectStorage),
);
