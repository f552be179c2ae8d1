"use client";

import { Bookmark, Check, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { pushView } from "#components/layout/state/address.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { useProject } from "./project-context.tsx";
import { useSavedViews, viewOf } from "./saved-views.ts";

type ViewsMenuProps = {
  /** Whose views they are: `threads`. */
  list: string;
  /** What of the address is open beside the list, which is not part of a view. */
  left: readonly string[];
  /** What the address says at the moment. */
  search: string;
};

/** Names for what the address says: filters, columns and order. They are kept in this browser, for the one who is signed in. */
export function ViewsMenu({ list, left, search }: ViewsMenuProps) {
  const { projectId } = useProject();
  const { userId } = useMe();
  const { views, save, remove } = useSavedViews(`${list}:${projectId}`, userId);
  const [isOpen, setOpen] = useState(false);
  const current = viewOf(search, left);
  const named = views.find((view) => view.search === current);
  return (
    <Popover
      label="Views"
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      className="p-2!"
      trigger={
        <Button size="sm" icon={<Bookmark />} className="max-w-48">
          <span className="min-w-0 truncate">{named?.name ?? "Views"}</span>
        </Button>
      }
    >
      <ul aria-label="Saved views" className="flex flex-col">
        <ViewRow name="Everything" isCurrent={current === ""} onOpen={() => pushView("")} />
        {views.map((view) => (
          <ViewRow
            key={view.name}
            name={view.name}
            isCurrent={view === named}
            onOpen={() => {
              pushView(view.search);
              setOpen(false);
            }}
            onRemove={() => remove(view.name)}
          />
        ))}
      </ul>
      {current !== "" && !named ? (
        <SaveForm onSave={(name) => save({ name, search: current })} />
      ) : (
        <p className="border-line border-t px-2 pt-2 text-faint text-xs">
          Filter, sort or choose columns to save a view.
        </p>
      )}
    </Popover>
  );
}

type ViewRowProps = { name: string; isCurrent: boolean; onOpen: () => void; onRemove?: () => void };

function ViewRow({ name, isCurrent, onOpen, onRemove }: ViewRowProps) {
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-current={isCurrent ? "true" : undefined}
        onClick={onOpen}
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left text-sm hover:bg-hover pointer-coarse:h-10"
      >
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {isCurrent ? <Check aria-hidden="true" className="size-3.5" /> : null}
      </button>
      {onRemove ? (
        <IconButton size="sm" label={`Delete the view ${name}`} icon={<Trash2 />} onClick={onRemove} />
      ) : null}
    </li>
  );
}

function SaveForm({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) onSave(name.trim());
  };
  return (
    <form onSubmit={submit} className="mt-2 flex items-end gap-2 border-line border-t px-2 pt-2">
      <div className="min-w-0 flex-1">
        <Field label="Save this view as">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={80}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" disabled={!name.trim()}>
        Save
      </Button>
    </form>
  );
}
