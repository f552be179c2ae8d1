"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { CallFilters } from "#components/calls/parts/call-filters.ts";
import { callTotalQuery, type Draw, pickCallIds } from "#components/calls/parts/call-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { MAX_DRAWN } from "#lib/contract/traces/call-lists.ts";

type SelectMenuProps = { filters: CallFilters; onSelect: (selected: ReadonlySet<string>) => void };

/** Selects every call that the filters keep, loaded or not, or a random few of them. */
export function SelectMenu({ filters, onSelect }: SelectMenuProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label="Select"
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-72"
      trigger={
        <Button size="sm" icon={<ListChecks />}>
          Select
        </Button>
      }
    >
      {isOpen ? (
        <Choices
          filters={filters}
          onSelect={(selected) => {
            onSelect(selected);
            setOpen(false);
          }}
        />
      ) : null}
    </Popover>
  );
}

function Choices({ filters, onSelect }: SelectMenuProps) {
  const { projectId } = useProject();
  const total = useQuery({ ...callTotalQuery(projectId, filters), refetchOnMount: "always" });
  const pick = useMutation({
    mutationFn: (random: Draw | null) => pickCallIds(projectId, { filters, random: random ?? undefined }),
    onSuccess: (selected, random) => {
      onSelect(selected);
      if (random && selected.size > 0) announceDraw(selected.size, random.seed);
    },
  });
  const count = total.data;
  const error = total.error ?? pick.error;
  return (
    <div className="flex flex-col gap-3">
      <Button
        disabled={!count}
        pending={total.isPending || (pick.isPending && pick.variables === null)}
        onClick={() => pick.mutate(null)}
      >
        {count === undefined ? "All that match" : `All ${formatCount(count)} that match`}
      </Button>
      <DrawForm
        isEmpty={!count}
        pending={pick.isPending && pick.variables !== null}
        onDraw={(drawn) => pick.mutate({ count: drawn, seed: newSeed() })}
      />
      <FieldError error={error ? explainError(error) : null} />
    </div>
  );
}

const USUAL_DRAW = 50;

type DrawFormProps = { isEmpty: boolean; pending: boolean; onDraw: (count: number) => void };

function DrawForm({ isEmpty, pending, onDraw }: DrawFormProps) {
  const [typed, setTyped] = useState(String(USUAL_DRAW));
  const count = Number(typed);
  const isValid = Number.isInteger(count) && count >= 1 && count <= MAX_DRAWN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) onDraw(count);
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-2 border-line border-t pt-3">
      <Input
        type="number"
        aria-label="How many at random"
        min={1}
        max={MAX_DRAWN}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="max-w-24"
      />
      <Button type="submit" disabled={!isValid || isEmpty} pending={pending} className="flex-1">
        Select at random
      </Button>
    </form>
  );
}

/** Shows the seed, so that the sample can be checked and drawn again. */
function announceDraw(count: number, seed: number): void {
  toast({
    title: `${countOf(count, "call")} drawn at random`,
    detail: `To draw the same ones again, call /api/calls/pick with the seed ${seed}.`,
  });
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
