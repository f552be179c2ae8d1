import { FilterSelect } from "./filter-select.tsx";
import { type SwitchText, writeSwitch } from "./switch-value.ts";

type SwitchFilterProps = {
  label: string;
  texts: { any: string; yes: string; no: string };
  value: boolean | null;
  /** As the address holds it. */
  onChange: (value: SwitchText) => void;
  size?: "sm" | "md";
  className: string;
};

/** Narrows a list to what is so, or to what is not. */
export function SwitchFilter({ texts, value, onChange, ...looks }: SwitchFilterProps) {
  return (
    <FilterSelect
      {...looks}
      any={texts.any}
      options={[
        { value: "1", label: texts.yes },
        { value: "0", label: texts.no },
      ]}
      value={writeSwitch(value)}
      onValueChange={(picked) => onChange(picked === "1" || picked === "0" ? picked : null)}
    />
  );
}
