"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { TablePanel } from "#components/session/settings-section.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { saveFrom } from "#components/ui/save-file.ts";
import { countOf, formatBytes, formatCount } from "#components/ui/text/format.ts";
import { requestOf } from "#lib/client/call.ts";
import { exportCalls } from "#lib/contract/traces/call-months.ts";
import { CELL, NUMBER } from "./cells.ts";
import type { ProjectStorage } from "./storage-queries.ts";

const SHOWN = 12;

/** Months that have calls, each with its table to save. */
export function MonthsTable({ months }: { months: ProjectStorage["months"] }) {
  const [isOpen, setOpen] = useState(false);
  if (months.length === 0) return <p className="text-muted">No calls yet.</p>;
  return (
    <>
      <TablePanel>
        <table className="w-full text-left">
          <caption className="sr-only">Calls by month</caption>
          <thead className="bg-sunken text-muted text-xs">
            <tr>
              <th scope="col" className={CELL}>
                Month
              </th>
              <th scope="col" className={NUMBER}>
                Calls
              </th>
              <th scope="col" className={NUMBER}>
                Size
              </th>
              <th scope="col" className={NUMBER}>
                <span className="sr-only">Export</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {months.slice(0, isOpen ? months.length : SHOWN).map((month) => (
              <MonthRow key={month.month} {...month} />
            ))}
          </tbody>
        </table>
      </TablePanel>
      {months.length > SHOWN ? (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show fewer" : `Show all ${formatCount(months.length)} months`}
        </Button>
      ) : null}
    </>
  );
}

function MonthRow({ month, calls, bytes }: ProjectStorage["months"][number]) {
  const { entity, project } = useProject();
  const name = monthText(month);
  return (
    <tr className="border-line border-t">
      <th scope="row" className={`${CELL} font-normal`}>
        {name}
      </th>
      <td className={NUMBER}>{formatCount(calls)}</td>
      <td className={NUMBER} title={countOf(bytes, "byte")}>
        {formatBytes(bytes)}
      </td>
      <td className="px-2 py-1 text-right">
        <Button
          size="sm"
          icon={<Download />}
          aria-label={`Export ${name}`}
          onClick={() => saveFrom(requestOf(exportCalls, { entity, project, month }).url)}
        >
          <span className="max-sm:sr-only">Export</span>
        </Button>
      </td>
    </tr>
  );
}

const names = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

function monthText(month: string): string {
  return names.format(new Date(`${month}-01`));
}
