import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import type { Retraction } from "#lib/contract/datasets/retractions.ts";
import { meantWords } from "./meant-words.ts";

export function retractionColumns(
  personName: (id: string) => string,
  { onOpen, mayLift }: { onOpen: (retraction: Retraction) => void; mayLift: boolean },
): DataTableColumn<Retraction>[] {
  return [
    {
      id: "what",
      header: "What",
      width: "fill",
      cell: (retraction) => (
        <span className="flex min-w-0 flex-col max-md:py-2">
          <span className="truncate max-md:whitespace-normal">{meantWords(retraction, personName)}</span>
          <span className="truncate text-muted text-xs" title={retraction.reason}>
            {retraction.reason === "" ? "No reason was given" : retraction.reason}
          </span>
          <span className="truncate text-faint text-xs md:hidden">
            {mayLift && retraction.liftedAt === null ? "In force · " : ""}
            <Time value={retraction.createdAt} /> by {personName(retraction.createdBy)}
          </span>
        </span>
      ),
    },
    {
      id: "by",
      header: "Retracted",
      width: "lg",
      wideOnly: true,
      cell: ({ createdAt, createdBy }) => <When at={createdAt} by={personName(createdBy)} />,
    },
    {
      id: "state",
      header: "State",
      width: "md",
      cell: (retraction) => {
        const { liftedAt, liftedBy } = retraction;
        if (liftedAt) return <When at={liftedAt} by={personName(liftedBy ?? "")} before="Lifted " />;
        const state = <Badge tone="warning">In force</Badge>;
        if (!mayLift) return state;
        // Where the last column has no room, what is in force is what can be lifted.
        return (
          <>
            <span className="max-md:hidden">{state}</span>
            <Button size="sm" className="md:hidden" onClick={() => onOpen(retraction)}>
              Lift…
            </Button>
          </>
        );
      },
    },
    {
      id: "acts",
      header: "Impact",
      width: "lg",
      align: "end",
      // On a phone, a tap on the row opens the same, and what lifts it stands in the place of the state.
      wideOnly: true,
      cell: (retraction) => (
        <span className="flex justify-end gap-1">
          {mayLift && retraction.liftedAt === null ? (
            <Button size="sm" variant="ghost" onClick={() => onOpen(retraction)}>
              Lift…
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" onClick={() => onOpen(retraction)}>
            What it took out
          </Button>
        </span>
      ),
    },
  ];
}

function When({ at, by, before = "" }: { at: Date; by: string; before?: string }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">
        {before}
        <Time value={at} />
      </span>
      <span className="truncate text-faint text-xs">by {by}</span>
    </span>
  );
}
