import { Flag, Gavel, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { alikeText, PassageList } from "#components/queues/fields/passage-list.tsx";
import { type AskedField, saidText, saidValue, valueKey } from "#components/queues/fields/said-values.ts";
import { spansOfValue } from "#components/queues/parts/field-spans.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { formatDuration } from "#components/ui/text/format.ts";
import type { Decision, ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";
import { STATE_LABELS } from "./item-columns.tsx";

export type AnswerColumn = {
  key: string;
  /** Who said it, in whatever form the reader may know that. */
  head: ReactNode;
  answer: ItemAnswer;
};

type AnswerColumnsProps = {
  label: string;
  asked: readonly AskedField[];
  columns: readonly AnswerColumn[];
  decision: Decision | null;
  /** Below the columns, one for each, such as what can be done with it. */
  foot?: (column: AnswerColumn) => ReactNode;
};

/** What several people said of one item, beside each other; a row in which they differ says so. */
export function AnswerColumns({ label, asked, columns, decision, foot }: AnswerColumnsProps) {
  const hasWords = columns.some(({ answer }) => wordsOf(answer).length > 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-md border border-line">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          <tr className="align-bottom">
            <th scope="col" className={`${HEAD} w-36 text-muted`}>
              Question
            </th>
            {columns.map(({ key, head, answer }) => (
              <th key={key} scope="col" className={`${HEAD} min-w-32`}>
                {head}
                <AnswerState answer={answer} />
              </th>
            ))}
            {decision ? (
              <th scope="col" className={`${HEAD} min-w-32 bg-success-tint`}>
                Decided
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {asked.map((field) => (
            <FieldRow key={field.ref} field={field} columns={columns} decision={decision} />
          ))}
          {hasWords ? (
            <tr>
              <th scope="row" className={`${CELL} font-normal text-muted`}>
                In words
              </th>
              {columns.map(({ key, answer }) => (
                <td key={key} className={CELL}>
                  {wordsOf(answer).map((words, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity, and never move.
                    <p key={i} className="whitespace-pre-wrap break-words">
                      {words}
                    </p>
                  ))}
                </td>
              ))}
              {decision ? <td className={`${CELL} bg-success-tint`}>{decision.note}</td> : null}
            </tr>
          ) : null}
          {foot ? (
            <tr>
              <td className={CELL} />
              {columns.map((column) => (
                <td key={column.key} className={CELL}>
                  {foot(column)}
                </td>
              ))}
              {decision ? <td className={`${CELL} bg-success-tint`} /> : null}
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  );
}

const HEAD = "border-line border-b px-3 py-2 text-left font-medium";
const CELL = "border-line border-t px-3 py-2 text-left align-top first:border-t-0";

type FieldRowProps = Pick<AnswerColumnsProps, "columns" | "decision"> & { field: AskedField };

function FieldRow({ field, columns, decision }: FieldRowProps) {
  const { ref, name, input } = field;
  const said = columns
    .filter(({ answer }) => answer.state === "completed")
    .map(({ answer }) => saidValue(answer, ref))
    .filter((value) => value !== undefined);
  const isSplit = new Set(said.map(valueKey)).size > 1;
  return (
    <tr>
      <th scope="row" className={`${CELL} break-words font-normal text-muted`}>
        {name}
        {isSplit ? <span className="block text-warning-ink text-xs">differs</span> : null}
        {input?.kind === "spans" ? (
          <span className="block text-faint text-xs">{alikeText(said.map(spansOfValue))}</span>
        ) : null}
      </th>
      {columns.map(({ key, answer }) => (
        <td key={key} className={`${CELL} break-words`}>
          <Said field={field} value={saidValue(answer, ref)} />
        </td>
      ))}
      {decision ? (
        <td className={`${CELL} break-words bg-success-tint font-medium`}>
          <Said
            field={field}
            value={Object.hasOwn(decision.values, ref) ? decision.values[ref] : undefined}
          />
        </td>
      ) : null}
    </tr>
  );
}

function Said({ field, value }: { field: AskedField; value: unknown }) {
  const { input } = field;
  if (input?.kind === "spans" && Array.isArray(value))
    return <PassageList spans={spansOfValue(value)} options={input.options} />;
  return saidText(field, value);
}

function AnswerState({ answer }: { answer: ItemAnswer }) {
  const { state, skipReason, isFlagged, sentBack, activeMs } = answer;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5 font-normal text-faint text-xs">
      {state === "completed" ? null : (
        <Badge tone={state === "skipped" ? "warning" : "neutral"}>{stateText(state, skipReason)}</Badge>
      )}
      {isFlagged ? (
        <Badge tone="warning" icon={<Flag />}>
          Flagged
        </Badge>
      ) : null}
      {sentBack === null ? null : <Badge icon={<Undo2 />}>Sent back</Badge>}
      {activeMs > 0 ? <span className="tabular-nums">{formatDuration(activeMs)}</span> : null}
    </span>
  );
}

function stateText(state: string, skipReason: string | null): string {
  const label = Object.entries(STATE_LABELS).find(([known]) => known === state)?.[1] ?? state;
  return skipReason ? `${label}: ${skipReason}` : label;
}

/** What an answer says beyond its fields. */
function wordsOf({ notes, correction, flagNote, sentBack, reactions }: ItemAnswer): string[] {
  return [
    ...notes,
    ...(reactions.length > 0 ? [reactions.join(" ")] : []),
    ...(correction === null ? [] : [`Corrected: ${correction}`]),
    ...(flagNote ? [`Flag: ${flagNote}`] : []),
    ...(sentBack ? [`Sent back: ${sentBack}`] : []),
  ];
}

/** Who decided, how, and why. */
export function DecisionLine({ decision }: { decision: Decision }) {
  const { name, method, note, isGold, decidedAt } = decision;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <Badge tone="success" icon={<Gavel />}>
        Decided
      </Badge>
      {isGold ? <Badge tone="warning">Gold</Badge> : null}
      <span className="min-w-0 break-words text-muted">
        {METHODS[method] ?? method} by {name}, <Time value={decidedAt} />
        {note ? `: ${note}` : null}
      </span>
    </p>
  );
}

const METHODS: { [method: string]: string } = {
  adopted: "An answer adopted",
  merged: "Merged field by field",
  written: "Written",
};
