import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { Select } from "#components/ui/field/select.tsx";

type VersionSelectProps = { versions: readonly { number: number }[]; shown: { number: number } };

/** Which version a page is about, the newest first. */
export function VersionSelect({ versions, shown }: VersionSelectProps) {
  const { replace } = useSearchState();
  return (
    <Select
      size="sm"
      className="w-40!"
      aria-label="Version"
      value={`v${shown.number}`}
      onValueChange={(version) => replace({ version })}
      options={versions.map(({ number }, at) => ({
        value: `v${number}`,
        label: at === 0 ? `v${number}, the newest` : `v${number}`,
      }))}
    />
  );
}
