import { Select } from "#components/ui/field/select.tsx";
import { COLUMN_FIELDS, type ColumnField, type Columns } from "#lib/datasets/import/columns.ts";
import type { Table } from "./read-table.ts";

type ColumnChoicesProps = {
  table: Table;
  columns: Columns;
  /** Whether nobody has chosen yet. */
  isProposed: boolean;
  onChange: (columns: Columns) => void;
};

const OWN = "own";
const LABELS: { [F in ColumnField]: string } = {
  messages: "Whole conversation",
  system: "System message",
  prompt: "Prompt",
  completion: "Reply",
  chosen: "Better reply",
  rejected: "Worse reply",
  label: "Good or bad",
  reward: "Reward",
  reference: "Reference: a good answer",
  tools: "Tools, as JSON",
  margin: "Margin, 1 or 2",
  weight: "Weight",
  split: "Split: train or test",
};
const OPTIONS = [
  { value: OWN, label: "Nothing in particular" },
  ...COLUMN_FIELDS.map((value) => ({ value, label: LABELS[value] })),
];

/** Each column of a table with what stands in its first rows, and what it is. */
export function ColumnChoices({
  table: { header, rows },
  columns,
  isProposed,
  onChange,
}: ColumnChoicesProps) {
  return (
    <section aria-label="Columns" className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium text-sm">What the columns are</h3>
      {isProposed && Object.keys(columns).length > 0 ? (
        <p className="text-muted text-xs">
          Proposed by what they are called and what stands in them. Look whether it is right.
        </p>
      ) : null}
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {header.map((name, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may have one name.
            key={index}
            className="grid min-w-0 gap-2 p-3 sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center"
          >
            <div className="min-w-0">
              <p className="truncate font-medium text-sm" title={name}>
                {name === "" ? `Column ${index + 1}` : name}
              </p>
              <Samples cells={rows.map((row) => row[index] ?? "")} />
            </div>
            <Select
              aria-label={`What ${name === "" ? `column ${index + 1}` : name} is`}
              value={fieldOf(columns, name) ?? OWN}
              onValueChange={(value) => onChange(withColumn(columns, name, value))}
              options={OPTIONS}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What must still be said of them. */
export function ColumnLack({ lack }: { lack: string | null }) {
  if (lack === null) return null;
  return (
    <p className="text-sm text-warning-ink">
      {lack.charAt(0).toUpperCase()}
      {lack.slice(1)}.
    </p>
  );
}

const SAMPLES = 3;

function Samples({ cells }: { cells: readonly string[] }) {
  const shown = cells.filter((cell) => cell.trim() !== "").slice(0, SAMPLES);
  if (shown.length === 0) return <p className="text-faint text-xs">Empty in the first rows</p>;
  return (
    <ul className="text-muted text-xs">
      {shown.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells are shown in their order and may be equal.
        <li key={index} className="truncate" title={cell.slice(0, 1000)}>
          {cell.slice(0, 200)}
        </li>
      ))}
    </ul>
  );
}

function fieldOf(columns: Columns, name: string): ColumnField | null {
  return COLUMN_FIELDS.find((field) => columns[field] === name) ?? null;
}

/** A column is one thing, and a thing is one column. */
function withColumn(columns: Columns, name: string, value: string): Columns {
  const field = COLUMN_FIELDS.find((known) => known === value);
  const others = Object.entries(columns).filter(([known, column]) => column !== name && known !== field);
  return { ...Object.fromEntries(others), ...(field ? { [field]: name } : {}) };
}
