import type { DataTableColumn } from "./data-table-types.ts";

/** As columns are drawn; a text gets what makes it worth reading. */
const WIDTHS_PX: Record<string, number> = { xs: 80, sm: 128, md: 160, fill: 220 };

/** The width below which texts of these columns could no longer be read. */
export function readableWidth<Row>(columns: readonly DataTableColumn<Row>[]): number {
  return columns.reduce((sum, { width = "md" }) => sum + (WIDTHS_PX[width] ?? 160), 40);
}
