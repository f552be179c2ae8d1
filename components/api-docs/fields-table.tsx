import type { JsonSchema } from "#lib/contract/wire-schema.ts";
import { fieldRows } from "./field-rows.ts";
import { Prose } from "./prose.tsx";

/** The fields of an object, nested ones by their dotted path. */
export function FieldsTable({ title, schema }: { title: string; schema: JsonSchema }) {
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

/** Looks of all rows at once: a page has thousands of them. On narrow screens the cells of a row stand below each other. */
const TABLE = [
  "block w-full text-left text-sm md:table [&>tbody]:block md:[&>tbody]:table-row-group",
  "[&>tbody>tr]:block [&>tbody>tr]:border-line [&>tbody>tr]:border-t [&>tbody>tr]:px-3 [&>tbody>tr]:py-1.5 [&>tbody>tr]:align-top",
  "[&>tbody>tr:first-child]:border-t-0 md:[&>tbody>tr]:table-row md:[&>tbody>tr]:p-0",
  "[&>tbody>tr>*]:block [&>tbody>tr>*]:font-normal md:[&>tbody>tr>*]:table-cell md:[&>tbody>tr>*]:px-3 md:[&>tbody>tr>*]:py-1.5",
  "[&_td]:break-words [&_td]:text-muted md:[&_td:nth-child(2)]:whitespace-nowrap [&_th>code]:text-xs",
  "[&_small]:ml-2 [&_small]:text-faint [&_small]:text-xs",
].join(" ");
