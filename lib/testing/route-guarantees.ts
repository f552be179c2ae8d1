import { describe } from "vitest";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { bodyGuarantees, methodGuarantees } from "./guarantees/bodies.ts";
import { credentialGuarantees } from "./guarantees/credentials.ts";
import { faultGuarantees, wholenessGuarantees } from "./guarantees/faults.ts";
import { fieldGuarantees } from "./guarantees/fields.ts";
import { foreignIdGuarantees } from "./guarantees/foreign-ids.ts";
import { projectGuarantees } from "./guarantees/projects.ts";
import { repeatGuarantees } from "./guarantees/repeats.ts";
import { exampleIn, type Prepare, type Setup, type Subject } from "./guarantees/subject.ts";
import type { Harness } from "./harness.ts";

export type { Place, Prepare, Setup } from "./guarantees/subject.ts";

/**
 * Registers the tests of what every endpoint promises: credentials, tenants, roles and scopes, bodies, fields, repeats, faults.
 * `given` makes the rows that one request needs and gives its input on the wire; the descriptor's example, moved into
 * the project, where absent. Each request is made by a new admin of a new project.
 */
export function routeGuarantees(api: Harness, endpoint: AnyEndpoint, given: Prepare | Setup = {}): void {
  const setup = typeof given === "function" ? { prepare: given } : given;
  const prepare = setup.prepare ?? (({ project }) => exampleIn(endpoint, project));
  const subject: Subject = { api, endpoint, prepare, setup };
  describe(`${endpoint.operationId} keeps what every endpoint promises`, () => {
    methodGuarantees(subject);
    fieldGuarantees(subject);
    bodyGuarantees(subject);
    if (endpoint.auth.length > 0) credentialGuarantees(subject);
    projectGuarantees(subject);
    if (endpoint.needs !== null) foreignIdGuarantees(subject);
    repeatGuarantees(subject);
    if (endpoint.group !== "system") faultGuarantees(subject);
    wholenessGuarantees(subject);
  });
}
