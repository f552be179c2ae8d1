import clsx from "clsx";
import { type AskedField, saidText } from "#components/queues/fields/said-values.ts";
import { formatCount } from "#components/ui/text/format.ts";
import { confusionTable, type PairCell } from "./heat-map.ts";

type ConfusionMatrixProps = {
  cell: PairCell /** Of the rows, and of the columns. */;
  names: readonly [string, string];
  field: AskedField;
};

/** How often the one said this and the other that; the diagonal is where they agree. */
export function ConfusionMatrix({ cell, names: [first, second], field }: ConfusionMatrixProps) {
  const { values, counts } = confusionTable(cell);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label={`${first} against ${second}`} tabIndex={0} className="overflow-x-auto">
      <table aria-label={`${first} against ${second}`} className="border-separate border-spacing-0.5 text-sm">
        <thead>
          <tr>
            <td className="max-w-48 pr-3 text-faint text-xs">
              {first} down, {second} across
            </td>
            {values.map((value) => (
              <th
                key={value}
                scope="col"
                className="max-w-28 truncate px-2 py-1 text-left font-medium text-xs"
              >
                {said(value, field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map((value, row) => (
            <tr key={value}>
              <th scope="row" className="max-w-48 truncate pr-3 text-left font-medium text-xs">
                {said(value, field)}
              </th>
              {values.map((other, column) => {
                const count = counts[row]?.[column] ?? 0;
                const isSame = row === column;
                return (
                  <td
                    key={other}
                    className={clsx(
                      "h-9 min-w-14 rounded-sm px-2 text-right tabular-nums",
                      isSame
                        ? "bg-success-tint text-success-ink"
                        : count > 0
                          ? "bg-warning-tint text-warning-ink"
                          : "bg-sunken text-faint",
                    )}
                  >
                    {formatCount(count)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Values come as their JSON; what is none is shown as it is. */
function said(json: string, field: AskedField): string {
  try {
    return saidText(field, JSON.parse(json));
  } catch {
    return saidText(field, json);
  }
}
