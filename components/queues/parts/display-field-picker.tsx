"use client";

import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";

type DisplayFieldPickerProps = {
  /** Dotted paths found in the calls. */
  paths: readonly string[];
  isLoading: boolean;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** Which parts of a call an annotator sees first; the whole call is always one click away. */
export function DisplayFieldPicker({ paths, isLoading, chosen, onChange }: DisplayFieldPickerProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 font-medium text-sm">What annotators see first</legend>
      {isLoading ? <SkeletonLines label="Reading the calls" lines={3} /> : null}
      {paths.length > 0 ? (
        <div className="max-h-48 overflow-y-auto rounded-md border border-line p-2">
          {paths.map((path) => (
            <Checkbox
              key={path}
              className="flex w-full py-0.5"
              checked={chosen.includes(path)}
              onCheckedChange={(on) =>
                onChange(on ? [...chosen, path] : chosen.filter((other) => other !== path))
              }
              label={<span className="break-all font-mono text-xs">{path}</span>}
            />
          ))}
        </div>
      ) : null}
      <p className="text-faint text-xs">If none are chosen, the whole conversation is shown.</p>
    </fieldset>
  );
}
