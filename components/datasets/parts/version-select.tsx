import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { Select } from "#components/ui/field/select.tsx";

type VersionSelectProps = {
  versions: readonly { number: number }[];
  shown: { number: number };
  /** What the newest build gave, where that may be an older one again. */
  latest?: number | undefined;
};

/** Which version a page is about, the newest first. */
export function VersionSelect({ versions, shown, latest = versions[0]?.number }: VersionSelectProps) {
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
        label: number === latest ? `v${number}, ${at === 0 ? "the newest" : "built last"}` : `v${number}`,
      }))}
    />
  );
}
