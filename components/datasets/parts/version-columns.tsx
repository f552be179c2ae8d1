import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";

type Version = { number: number; createdBy: string; createdAt: Date };

type Wanted<V> = {
  /** What somebody did to make one: `Built`. */
  made: string;
  rows: (version: V) => string;
  /** What stands between the rows and who made it. */
  more: DataTableColumn<V>;
  personName: (id: string) => string;
};

/** The columns of a table of versions, that people or programs made. */
export function versionColumns<V extends Version>({
  made,
  rows,
  more,
  personName,
}: Wanted<V>): DataTableColumn<V>[] {
  return [
    {
      id: "version",
      header: "Version",
      width: "xs",
      cell: ({ number }) => <span className="font-medium">v{number}</span>,
    },
    { id: "rows", header: "Rows", width: "fill", cell: rows },
    more,
    {
      id: "by",
      header: `${made} by`,
      width: "md",
      wideOnly: true,
      cell: ({ createdBy }) => personName(createdBy),
    },
    {
      id: "made",
      header: made,
      width: "sm",
      align: "end",
      cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
    },
  ];
}
