import type { JsonSchema } from "#lib/contract/wire-schema.ts";
import { fieldRows } from "./field-rows.ts";

/** The fields of an object, nested ones by their dotted path. */
export function FieldsTable({ title, schema }: { title: string; schema: JsonSchema }) {
  const rows = fieldRows(schema);
  return (
    <div className="mt-5">
      <h4 className="text-muted text-xs">{title}</h4>
      {rows.length === 0 ? (
        <p className="mt-1.5 text-sm">{schema.properties ? "An empty object" : "A JSON object"}</p>
      ) : (
        <div className="mt-1.5 overflow-x-auto rounded-md border border-line">
          <table className="w-full text-left text-sm">
            <thead className="sr-only">
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Kind</th>
                <th scope="col">Rules</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.path} className="border-line border-t align-top first:border-t-0">
                  <th scope="row" className="px-3 py-1.5 font-normal">
                    <code className="text-xs">{row.path}</code>
                    {row.required ? null : <span className="ml-2 text-faint text-xs">optional</span>}
                  </th>
                  <td className="whitespace-nowrap px-3 py-1.5 text-muted">{row.kind}</td>
                  <td className="px-3 py-1.5 text-muted">{row.rules}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
