import * as contract from "#lib/contract/places.ts";
import { handle } from "#lib/http/handle.ts";
import { serve } from "#lib/http/serve.ts";
import { findPlaces } from "#lib/places/find-places.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  handle(contract.findPlaces, findPlaces),
);
