import { handle } from "#lib/edge/http/handle.ts";
import { serve } from "#lib/edge/http/serve.ts";
import * as contract from "#lib/contract/datasets/reroute.ts";
import { rerouteAnnotator } from "#lib/training/retractions/reroute-annotator.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.rerouteAnnotator, rerouteAnnotator),
);
