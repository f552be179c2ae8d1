"use client";

import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { Button } from "#components/ui/button/button.tsx";
import { type AddressRules, faultsIn } from "./address-faults.ts";
import { FaultStrip } from "./fault-strip.tsx";
import { faultWords } from "./fault-words.ts";

type AddressNoteProps = {
  rules: AddressRules;
  /** How the list is sorted where the address does not say it; ends a sentence. */
  usualSort: string;
};

/** One line above a list whose address cannot be read as a whole: a link that was damaged does not look like a true view. */
export function AddressNote({ rules, usualSort }: AddressNoteProps) {
  const { get, replace } = useSearchState();
  const faults = faultsIn(get, rules);
  if (faults.length === 0) return null;
  return (
    <FaultStrip text={faultWords(faults, usualSort)}>
      <Button size="sm" onClick={() => replace(Object.fromEntries(faults.map(({ name }) => [name, null])))}>
        Correct the address
      </Button>
    </FaultStrip>
  );
}
