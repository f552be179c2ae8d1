import { SearchInput } from "#components/ui/field/search-input.tsx";

type LabelledSearchProps = {
  label: string;
  value: string | null;
  onCommit: (value: string, isContinued: boolean) => void;
};

/** A search whose name is read above it, for where several stand together. */
export function LabelledSearch({ label, value, onCommit }: LabelledSearchProps) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden="true" className="font-medium">
        {label}
      </span>
      <SearchInput label={label} placeholder="" value={value ?? ""} onCommit={onCommit} />
    </div>
  );
}
