"use client";

import { useQuery } from "@tanstack/react-query";
import { Boxes, CopyPlus, Ellipsis, MessageSquare, Tag } from "lucide-react";
import { useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { chatNameOf } from "#components/run/queries/model-names.ts";
import { modelQuery } from "#components/run/queries/model-queries.ts";
import { isEndState } from "#components/run/state/live-job.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Menu, MenuItem } from "#components/ui/overlay/menu.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { CancelJob } from "./cancel/cancel-job.tsx";
import { EditLabelsDialog } from "./edit-labels-dialog.tsx";
import { RetryJob } from "./retry-job.tsx";
import { useRetractedData } from "./use-retracted-data.ts";

type JobProps = { job: TrainingJob };

/** What can be done with a job: what its state calls for is a button of its own, and the rest is a menu on a phone. */
export function JobActions({ job }: JobProps) {
  const [isEditing, setEditing] = useState(false);
  const model = useQuery(modelQuery(job.modelId));
  const others = useOtherActs(job);
  // They come together: one that came later would move the others away from under a pointer.
  if (isEndState(job.state) && model.isPending) return null;
  const edit = others.mayEdit ? () => setEditing(true) : null;
  return (
    <>
      <OtherButtons {...others} onEdit={edit} />
      <OtherMenu {...others} onEdit={edit} />
      <MainAct job={job} />
      {isEditing ? <EditLabelsDialog job={job} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

/** Null where there is nothing to go to. */
type OtherActs = { mayEdit: boolean; likeHref: string | null; modelHref: string | null };

function useOtherActs(job: TrainingJob): OtherActs {
  const { entity, project, can } = useProject();
  const model = useQuery(modelQuery(job.modelId));
  const mayEdit = can("training:write");
  const place = { entity, project };
  return {
    mayEdit,
    likeHref: mayEdit && job.kind !== "rl" ? `${projectHref(place, "training", "new")}?like=${job.id}` : null,
    modelHref: hasModel(job) && model.data ? projectHref(place, "models", job.modelId) : null,
  };
}

/** Whether it has left a checkpoint. */
function hasModel({ state, checkpointStep }: TrainingJob): boolean {
  return state === "completed" && checkpointStep !== null;
}

type OtherActsProps = OtherActs & { onEdit: (() => void) | null };

function OtherButtons({ onEdit, likeHref, modelHref }: OtherActsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden max-md:hidden">
      {onEdit ? (
        <Button variant="ghost" icon={<Tag />} onClick={onEdit}>
          Name and tags
        </Button>
      ) : null}
      {likeHref ? (
        <ButtonLink variant="ghost" href={likeHref} icon={<CopyPlus />}>
          Repeat with changes
        </ButtonLink>
      ) : null}
      {modelHref ? <ButtonLink href={modelHref}>Open the model</ButtonLink> : null}
    </div>
  );
}

function OtherMenu({ onEdit, likeHref, modelHref }: OtherActsProps) {
  if (!(onEdit || likeHref || modelHref)) return null;
  return (
    <div className="md:hidden">
      <Menu align="end" trigger={<IconButton label="More about this job" icon={<Ellipsis />} />}>
        {onEdit ? (
          <MenuItem icon={<Tag />} onSelect={onEdit}>
            Name and tags
          </MenuItem>
        ) : null}
        {likeHref ? (
          <MenuItem icon={<CopyPlus />} href={likeHref}>
            Repeat with changes
          </MenuItem>
        ) : null}
        {modelHref ? (
          <MenuItem icon={<Boxes />} href={modelHref}>
            Open the model
          </MenuItem>
        ) : null}
      </Menu>
    </div>
  );
}

/** Where nobody stands by what it would learn from again, a new version of the dataset comes first. */
function AgainActs({ job }: JobProps) {
  const datasetHref = useRetractedData(job);
  if (datasetHref === null) return <RetryJob job={job} />;
  return (
    <>
      <RetryJob job={job} isAside />
      <ButtonLink href={datasetHref}>Open the dataset</ButtonLink>
    </>
  );
}

/** What comes next: stopping what runs, trying again what went wrong, talking to what was made. */
function MainAct({ job }: JobProps) {
  const { entity, project, can } = useProject();
  const model = useQuery(modelQuery(job.modelId));
  if (!isEndState(job.state)) return can("training:write") ? <CancelJob job={job} /> : null;
  if (job.state !== "completed")
    return can("training:write") && !model.error ? <AgainActs job={job} /> : null;
  if (job.checkpointStep === null || !model.data || !can("chat:create")) return null;
  const chatName = chatNameOf(model.data, job.checkpointStep);
  return (
    <ButtonLink
      href={`${projectHref({ entity, project }, "chat")}?model=${encodeURIComponent(chatName)}`}
      variant="primary"
      icon={<MessageSquare />}
    >
      Chat with it
    </ButtonLink>
  );
}
