import type { JsonSchema } from "#lib/contract/wire-schema.ts";
import { fieldRows } from "./field-rows.ts";
import { Prose } from "./prose.tsx";

/** The fields of an object, nested ones by their dotted path. */
export function FieldsTable({ title, schema }: { title: string; schema: JsonSchema }) {
  const rows = fieldRows(schema);
  return (
    <div className="mt-5">
      <h4 className="text-muted text-xs">{title}</h4>
      {rows.length === 0 ? (
        <p className="mt-1.5 text-sm">{schema.properties ? "An empty object" : "A JSON object"}</p>
      ) : (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="mt-1.5 overflow-x-auto rounded-md border border-line"
        >
          <table className="block w-full text-left text-sm md:table">
            <thead className="sr-only">
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Kind</th>
                <th scope="col">Rules</th>
              </tr>
            </thead>
            <tbody className="block md:table-row-group">
              {rows.map((row) => (
                <tr
                  key={row.path}
                  className="block border-line border-t px-3 py-1.5 align-top first:border-t-0 md:table-row md:p-0"
                >
                  <th scope="row" className="block font-normal md:table-cell md:px-3 md:py-1.5">
                    <code className="text-xs">{row.path}</code>
                    {row.required ? null : <span className="ml-2 text-faint text-xs">optional</span>}
                  </th>
                  <td className="block text-muted md:table-cell md:whitespace-nowrap md:px-3 md:py-1.5">
                    {row.kind}
                  </td>
                  <td className="block break-words text-muted md:table-cell md:px-3 md:py-1.5">
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
