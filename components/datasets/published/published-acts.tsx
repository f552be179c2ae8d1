"use client";

import { ChevronDown, Columns3, Layers, TrendingDown } from "lucide-react";
import { useState } from "react";
import { METHODS } from "#components/datasets/parts/dataset-texts.ts";
import { trainingOn } from "#components/datasets/parts/training-on.ts";
import { VersionItems } from "#components/datasets/parts/version-items.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Menu, MenuItem } from "#components/ui/overlay/menu.tsx";
import type { PublishedVersion } from "#lib/contract/datasets/published-datasets.ts";
import { canBeNamed, lackWords } from "./lack-words.ts";
import { type Making, MakingDialogs } from "./making-dialogs.tsx";

type ActsProps = { name: string; version: PublishedVersion };

/** What can be done with the version on the page. */
export function PublishedActs({ name, version }: ActsProps) {
  const { projectId, can } = useProject();
  const [making, setMaking] = useState<Making | null>(null);
  const { kind, ref, lack } = version;
  const mayMake = can("datasets:write");
  const named = { name, number: version.number, ref };
  const onName = canBeNamed(version) && (mayMake || can("training:write")) ? () => setMaking(named) : null;
  return (
    <>
      {version.rows === 0 ? null : (
        <Menu align="end" trigger={<Button icon={<ChevronDown />}>Actions</Button>}>
          <VersionItems saved={{ projectId, name }} version={version} />
          {onName ? (
            <MenuItem icon={<Columns3 />} onSelect={onName}>
              Name its columns…
            </MenuItem>
          ) : null}
          {mayMake && kind ? (
            <MenuItem icon={<Layers />} onSelect={() => setMaking({ ...named, holds: kind })}>
              Make a dataset of it
            </MenuItem>
          ) : null}
        </Menu>
      )}
      {lack === "other_columns" && onName ? (
        <Button variant="primary" icon={<Columns3 />} onClick={onName}>
          Name its columns
        </Button>
      ) : (
        <TrainLink version={version} />
      )}
      {making ? <MakingDialogs making={making} onMaking={setMaking} /> : null}
    </>
  );
}

/** The way to train, or why there is none. */
function TrainLink({ version: { number, kind, ref, lack, rows } }: { version: PublishedVersion }) {
  const { entity, project, can } = useProject();
  // Why there are no rows stands in their place.
  if (!can("training:write") || rows === 0) return null;
  const how = kind ? METHODS[kind] : undefined;
  if (!how)
    return (
      <p className="max-w-72 text-muted text-xs">
        {lack === null
          ? "Make a dataset of these prompts to learn by or to measure by."
          : `${lackWords(lack)} Nothing can be trained on it.`}
      </p>
    );
  return (
    <ButtonLink
      href={`${projectHref({ entity, project }, "training", "new")}?${trainingOn(ref, how)}`}
      variant="primary"
      icon={<TrendingDown />}
    >
      Train on v{number}
    </ButtonLink>
  );
}
