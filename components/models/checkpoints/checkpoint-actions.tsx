"use client";

import { Download, Ellipsis, GraduationCap, MessageSquare, Trash2 } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { chatNameOf } from "#components/run/queries/model-names.ts";
import { downloadHref } from "#components/run/queries/model-queries.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { saveFrom } from "#components/ui/save-file.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models/models.ts";

type CheckpointActionsProps = {
  model: ModelWithSteps;
  checkpoint: Checkpoint;
  onDelete: ((checkpoint: Checkpoint) => void) | null;
};

/** What can be done with one checkpoint. */
export function CheckpointActions({ model, checkpoint, onDelete }: CheckpointActionsProps) {
  const { entity, project, can } = useProject();
  const { step, sizeBytes, isCorrupt } = checkpoint;
  const chatHref = projectHref({ entity, project }, "chat");
  const trainHref = projectHref({ entity, project }, "training", "new");
  return (
    <Menu
      align="end"
      trigger={<IconButton label={`Actions for step ${step}`} icon={<Ellipsis />} size="sm" />}
    >
      {can("chat:create") ? (
        <MenuItem
          icon={<MessageSquare />}
          disabled={isCorrupt}
          href={`${chatHref}?model=${encodeURIComponent(chatNameOf(model, step))}`}
        >
          Chat with step {step}
        </MenuItem>
      ) : null}
      {can("training:write") ? (
        <MenuItem
          icon={<GraduationCap />}
          disabled={isCorrupt}
          href={`${trainHref}?model=${model.id}&step=${step}`}
        >
          Train from step {step}
        </MenuItem>
      ) : null}
      <MenuItem
        icon={<Download />}
        disabled={sizeBytes === 0 || isCorrupt}
        onSelect={() => saveFrom(downloadHref(model.id, step))}
      >
        {sizeBytes === 0 ? "Download (no files of its own)" : "Download"}
      </MenuItem>
      {onDelete ? (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => onDelete(checkpoint)}>
            Delete…
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
