import type { ReactNode } from "react";
import { Badge, type Tone } from "#components/ui/button/badge.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { type AnyEndpoint, standingStatuses } from "#lib/contract/endpoint.ts";
import { STATUS_MEANINGS } from "#lib/contract/openapi/openapi.ts";
import { type JsonSchema, wireSchemaOf } from "#lib/contract/wire-schema.ts";
import { curlOf } from "./curl.ts";
import { fieldRows } from "./field-rows.ts";
import { Prose } from "./prose.tsx";

/** Looks of all rows at once: a page has thousands of them. On narrow screens the cells of a row stand below each other. */
const TABLE = [
  "block w-full text-left text-sm md:table [&>tbody]:block md:[&>tbody]:table-row-group",
  "[&>tbody>tr]:block [&>tbody>tr]:border-line [&>tbody>tr]:border-t [&>tbody>tr]:px-3 [&>tbody>tr]:py-1.5 [&>tbody>tr]:align-top",
  "[&>tbody>tr:first-child]:border-t-0 md:[&>tbody>tr]:table-row md:[&>tbody>tr]:p-0",
  "[&>tbody>tr>*]:block [&>tbody>tr>*]:font-normal md:[&>tbody>tr>*]:table-cell md:[&>tbody>tr>*]:px-3 md:[&>tbody>tr>*]:py-1.5",
  "[&_td]:break-words [&_td]:text-muted md:[&_td:nth-child(2)]:whitespace-nowrap [&_th>code]:text-xs",
  "[&_small]:ml-2 [&_small]:text-faint [&_small]:text-xs",
].join(" ");

/** One operation: how to call it, what it takes, what it answers. */
export function EndpointSection({ endpoint }: { endpoint: AnyEndpoint }) {
  const { operationId, method, path, input, reply, streams } = endpoint;
  return (
    <article
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      className="mt-6 scroll-mt-16 rounded-lg border border-line bg-surface p-4 md:p-5"
    >
      <h2 id={`${operationId}-title`} className="text-base">
        {endpoint.summary}
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <Badge tone={METHOD_TONES[method]}>{method}</Badge>
        <code className="break-all text-sm">/api{path}</code>
      </p>
      {endpoint.description ? (
        <p className="mt-2 max-w-prose text-base text-muted">
          <Prose text={endpoint.description} />
        </p>
      ) : null}
      <Facts endpoint={endpoint} />
      {input.params ? <FieldsTable title="In the path" schema={wireSchemaOf(input.params)} /> : null}
      {input.query ? <FieldsTable title="In the query" schema={wireSchemaOf(input.query)} /> : null}
      {input.body ? <FieldsTable title="In the body" schema={wireSchemaOf(input.body)} /> : null}
      <FieldsTable title={streams ? "Response, each line" : "Response"} schema={wireSchemaOf(reply)} />
      <h3 className="mt-5 text-muted text-xs">Example</h3>
      <div className="mt-1.5">
        <CopyField label={`Request ${operationId}`} value={curlOf(endpoint)} />
      </div>
      <Statuses endpoint={endpoint} />
    </article>
  );
}

const METHOD_TONES: { [M in AnyEndpoint["method"]]: Tone } = {
  GET: "neutral",
  POST: "accent",
  PUT: "warning",
  DELETE: "danger",
};

const SCHEME_NAMES = { bearer: "Bearer key", basic: "Basic key", session: "dashboard session" };

function Facts({ endpoint }: { endpoint: AnyEndpoint }) {
  const { auth, needs, idempotent } = endpoint;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm">
      <Fact name="Credential">
        {auth.length === 0 ? "none" : auth.map((scheme) => SCHEME_NAMES[scheme]).join(", ")}
      </Fact>
      {needs ? <Fact name="Permission">{needs}</Fact> : null}
      <Fact name="Operation">{endpoint.operationId}</Fact>
      {idempotent ? <Fact name="Idempotency-Key">supported</Fact> : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-faint text-xs">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Statuses({ endpoint }: { endpoint: AnyEndpoint }) {
  return (
    <details className="mt-4 text-sm">
      <summary className="w-fit text-muted text-xs hover:text-ink">Statuses</summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {standingStatuses(endpoint).map((status) => (
          <div key={status} className="contents">
            <dt className="font-medium">{status}</dt>
            <dd className="text-muted">{STATUS_MEANINGS[status]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The fields of an object, nested ones by their dotted path. */
function FieldsTable({ title, schema }: { title: string; schema: JsonSchema }) {
  const rows = fieldRows(schema);
  return (
    <div className="mt-5">
      <h3 className="text-muted text-xs">{title}</h3>
      {rows.length === 0 ? (
        <p className="mt-1.5 text-sm">{schema.properties ? "An empty object" : "A JSON object"}</p>
      ) : (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="mt-1.5 overflow-x-auto rounded-md border border-line"
        >
          <table className={TABLE}>
            <thead className="sr-only">
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Kind</th>
                <th scope="col">Rules</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a fixed shape never move, and alternatives share their paths.
                <tr key={at}>
                  <th scope="row">
                    <code>{row.path}</code>
                    {row.required ? null : <small>optional</small>}
                  </th>
                  <td>{row.kind}</td>
                  <td>
                    <Prose text={row.rules} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
