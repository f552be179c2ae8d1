import { TablePanel } from "#components/session/settings-section.tsx";
import { countOf, formatBytes, formatCount } from "#components/ui/text/format.ts";
import { CELL, NUMBER } from "./cells.ts";
import type { ProjectStorage } from "./storage-queries.ts";

type Line = { what: string; count: string; bytes: number | null; note?: string };

/** What there is of each kind; the size of what lies in files and texts. */
export function SizesTable({ storage }: { storage: ProjectStorage }) {
  const lines = linesOf(storage);
  const total = lines.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  return (
    <TablePanel>
      <table className="w-full text-left">
        <caption className="sr-only">What the project stores</caption>
        <thead className="bg-sunken text-muted text-xs">
          <tr>
            <th scope="col" className={CELL}>
              What
            </th>
            <th scope="col" className={NUMBER}>
              Number
            </th>
            <th scope="col" className={NUMBER}>
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ what, count, bytes, note }) => (
            <tr key={what} className="border-line border-t">
              <th scope="row" className={`${CELL} font-normal`}>
                {what}
                {note ? <span className="block text-muted text-xs">{note}</span> : null}
              </th>
              <td className={NUMBER}>{count}</td>
              <td className={NUMBER}>
                {bytes === null ? (
                  <span className="text-faint">–</span>
                ) : (
                  <span title={countOf(bytes, "byte")}>{formatBytes(bytes)}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line border-t bg-sunken font-medium">
            <th scope="row" colSpan={2} className={CELL}>
              Together
            </th>
            <td className={NUMBER} title={countOf(total, "byte")}>
              {formatBytes(total)}
            </td>
          </tr>
        </tfoot>
      </table>
    </TablePanel>
  );
}

function linesOf(storage: ProjectStorage): Line[] {
  const { calls, files, contentFiles, checkpoints, jobDataBytes } = storage;
  return [
    {
      what: "Calls",
      count: `${storage.isCallCountComplete ? "" : "at least "}${formatCount(calls.count)}`,
      bytes: calls.bytes,
      ...(storage.isCallCountComplete
        ? {}
        : { note: "Calls of an earlier version are still being counted." }),
    },
    { what: "Threads", count: formatCount(storage.threads), bytes: null },
    { what: "Feedback", count: formatCount(storage.feedback), bytes: null },
    {
      what: "Datasets",
      count: formatCount(storage.datasets),
      bytes: null,
      ...(storage.datasetVersions > 0
        ? {
            note: `${countOf(storage.datasetVersions, "version")} with ${countOf(storage.datasetRows, "row")}`,
          }
        : {}),
    },
    { what: "Uploaded files", count: formatCount(files.count), bytes: files.bytes },
    { what: "Files of objects and calls", count: formatCount(contentFiles.count), bytes: contentFiles.bytes },
    { what: "Checkpoints", count: formatCount(checkpoints.count), bytes: checkpoints.bytes },
    {
      what: "Data of ended training jobs",
      count: "–",
      bytes: jobDataBytes,
      note: "On this machine: what they learned from, and their newest state",
    },
  ];
}
