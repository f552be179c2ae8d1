"use client";

import { useState } from "react";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { foldedPaths } from "./display-paths.ts";

type DisplayFieldPickerProps = {
  /** Dotted paths found in the calls. */
  paths: readonly string[];
  isLoading: boolean;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** Which parts of a call an annotator sees first; the whole call is always one click away. */
export function DisplayFieldPicker({ paths, isLoading, chosen, onChange }: DisplayFieldPickerProps) {
  // Once folded, a box stays where it is while it is checked.
  const [atFirst] = useState(chosen);
  const { first, more } = foldedPaths(paths, atFirst);
  const box = (path: string) => (
    <Checkbox
      key={path}
      className="flex w-full py-0.5"
      checked={chosen.includes(path)}
      onCheckedChange={(on) => onChange(on ? [...chosen, path] : chosen.filter((other) => other !== path))}
      label={<span className="break-all font-mono text-xs">{path}</span>}
    />
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 font-medium text-sm">What annotators see first</legend>
      {isLoading ? <SkeletonLines label="Reading the calls" lines={3} /> : null}
      {paths.length > 0 ? (
        <div className="max-h-48 overflow-y-auto rounded-md border border-line p-2">
          {first.map(box)}
          {more.length > 0 ? (
            <details>
              <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-muted text-sm hover:text-ink">
                More fields ({more.length})
              </summary>
              {more.map(box)}
            </details>
          ) : null}
        </div>
      ) : null}
      <p className="text-faint text-xs">If none are chosen, the whole conversation is shown.</p>
    </fieldset>
  );
}
