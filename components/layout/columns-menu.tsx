"use client";

import { ChevronDown, ChevronUp, Columns3 } from "lucide-react";
import { moveColumn, toggleColumn } from "#components/layout/state/chosen-columns.ts";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";

type ColumnsMenuProps = {
  /** All that there are. */
  columns: readonly { id: string; header: string }[];
  chosen: readonly string[];
  /** Given the change and not its outcome, so that quick ones build on each other. */
  onChange: (change: (chosen: readonly string[]) => readonly string[]) => void;
};

/** Which columns the list has, and in which order. */
export function ColumnsMenu({ columns, chosen, onChange }: ColumnsMenuProps) {
  const names = new Map(columns.map(({ id, header }) => [id, header]));
  const hidden = columns.map(({ id }) => id).filter((id) => !chosen.includes(id));
  return (
    <Popover
      label="Columns"
      align="end"
      className="w-64 p-2!"
      trigger={
        <Button size="sm" icon={<Columns3 />}>
          Columns
        </Button>
      }
    >
      <ul aria-label="Columns of the list" className="flex flex-col">
        {[...chosen, ...hidden].map((id) => {
          const name = names.get(id) ?? id;
          const place = chosen.indexOf(id);
          return (
            <li key={id} className="flex h-8 items-center gap-1 rounded-sm px-1.5 hover:bg-hover">
              <span className="min-w-0 flex-1">
                <Checkbox
                  label={name}
                  checked={place >= 0}
                  disabled={place >= 0 && chosen.length === 1}
                  onCheckedChange={() => onChange((now) => toggleColumn(now, id))}
                />
              </span>
              {place >= 0 ? (
                <>
                  <IconButton
                    size="sm"
                    label={`Move ${name} to the left`}
                    icon={<ChevronUp />}
                    disabled={place === 0}
                    onClick={() => onChange((now) => moveColumn(now, id, -1))}
                  />
                  <IconButton
                    size="sm"
                    label={`Move ${name} to the right`}
                    icon={<ChevronDown />}
                    disabled={place === chosen.length - 1}
                    onClick={() => onChange((now) => moveColumn(now, id, 1))}
                  />
                </>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Popover>
  );
}
