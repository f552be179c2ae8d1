import { ANY_CREDENTIAL } from "#lib/contract/endpoint.ts";
import { identifier, integer, list, projectId, storable, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** What the endpoints of annotation queues have in common. */

export const QUEUE_PATH = wireObject({ queueId: identifier() });
export const ITEM_PATH = wireObject({ queueId: identifier(), itemId: identifier() });
export const PROJECT = wireObject({ projectId });
export const count = integer({ min: 0 });

/** A dotted path of one or more segments below a call, such as `output` or `inputs.messages`. */
const displayField = storable(text({ max: 512 }).check(z.regex(/^[^.]+(\.[^.]+)*$/)));
export const displayFields = list(displayField, { max: 1000 });

export const shared = { group: "project", auth: ANY_CREDENTIAL } as const;
export const reviews = { ...shared, method: "POST", needs: "answers:read" } as const;

export const EXAMPLE_PROJECT = { project_id: "acme/support" };
/** Queues that one request may name. */
export const MAX_QUEUES = 1000;
export const EXAMPLE_QUEUE = { ...EXAMPLE_PROJECT, queue_id: "019a5b2e-8c14-7d3a-9f60-1b2c3d4e5f60" };
export const EXAMPLE_ITEM = { ...EXAMPLE_QUEUE, item_id: "019a5b2f-11aa-7b52-8e44-6a7b8c9d0e1f" };
export const EXAMPLE_REF = "weave:///acme/support/object/tone:v0";
