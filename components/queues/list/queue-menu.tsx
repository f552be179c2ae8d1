"use client";

import {
  Archive,
  ArchiveRestore,
  ChartNoAxesColumn,
  Download,
  Ellipsis,
  Link2,
  ListPlus,
  Pencil,
  Rows3,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator, MenuToggle } from "#components/ui/overlay/menu.tsx";
import { useCopy } from "#components/ui/use-copy.ts";
import { type ExportFormat, saveAnswers } from "./export-answers.ts";
import { useArchiveQueue } from "./use-archive-queue.ts";

type QueueMenuProps = {
  queue: { id: string; name: string; isArchived: boolean };
  onEdit: () => void;
  onDelete: () => void;
  /** Left out where the page shows these anyway. */
  hasPlaces?: boolean;
  trigger?: ReactNode;
  /** What else can be done, before all of it. */
  children?: ReactNode;
};

/** What can be done with a queue as a whole. */
export function QueueMenu({ queue, onEdit, onDelete, hasPlaces = true, trigger, children }: QueueMenuProps) {
  const { projectId, entity, project, can } = useProject();
  const { copy } = useCopy();
  const archive = useArchiveQueue(queue);
  const href = (...rest: string[]) => projectHref({ entity, project }, "queues", queue.id, ...rest);
  const [includeConversations, setIncludeConversations] = useState(true);
  const save = (format: ExportFormat) => saveAnswers(projectId, queue.id, { format, includeConversations });
  const mayLead = can("queues:write");
  const mayReview = can("answers:read");
  return (
    <Menu
      align="end"
      trigger={trigger ?? <IconButton label={`Actions for ${queue.name}`} icon={<Ellipsis />} size="sm" />}
    >
      {children}
      {hasPlaces ? (
        <MenuItem icon={<Rows3 />} href={href("items")}>
          Open items
        </MenuItem>
      ) : null}
      {hasPlaces && mayReview ? (
        <MenuItem icon={<ChartNoAxesColumn />} href={href("quality")}>
          Quality
        </MenuItem>
      ) : null}
      {mayLead ? (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
      ) : null}
      <MenuItem
        icon={<Link2 />}
        onSelect={() => copy(new URL(href("annotate"), window.location.origin).href)}
      >
        Copy link to the desk
      </MenuItem>
      {mayLead ? (
        <MenuItem icon={<ListPlus />} href={projectHref({ entity, project }, "calls")}>
          Add from calls
        </MenuItem>
      ) : null}
      {mayReview ? (
        <>
          <MenuSeparator />
          <MenuItem icon={<Download />} onSelect={() => save("jsonl")}>
            Export answers as JSONL
          </MenuItem>
          <MenuItem icon={<Download />} onSelect={() => save("csv")}>
            Export answers as CSV
          </MenuItem>
          <MenuToggle checked={includeConversations} onCheckedChange={setIncludeConversations}>
            Export answers with conversations
          </MenuToggle>
        </>
      ) : null}
      {mayLead ? (
        <>
          <MenuSeparator />
          <MenuItem
            icon={queue.isArchived ? <ArchiveRestore /> : <Archive />}
            onSelect={() => archive.mutate(!queue.isArchived)}
          >
            {queue.isArchived ? "Restore" : "Archive"}
          </MenuItem>
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
            Delete
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
