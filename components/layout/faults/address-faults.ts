import { readTimeRange } from "#components/ui/filter/time-range.ts";

/** By the name of each part of a list's address, whether its text can be read. */
export type AddressRules = { readonly [name: string]: (text: string) => boolean };

export type AddressFault = { name: string; text: string };

/** The parts of an address that would be passed over in silence. */
export function faultsIn(get: (name: string) => string | null, rules: AddressRules): AddressFault[] {
  return Object.entries(rules).flatMap(([name, isReadable]) => {
    const text = get(name);
    return text === null || isReadable(text) ? [] : [{ name, text }];
  });
}

const TIME = ["since", "after", "before"] as const;

/** Of every list: how its time is bounded, and a name that no list has though people write it. */
export const USUAL_RULES: AddressRules = {
  ...Object.fromEntries(
    TIME.map((bound) => [
      bound,
      (text: string) => readTimeRange((name) => (name === bound ? text : null))[bound] !== null,
    ]),
  ),
  dir: (text) => text === "asc" || text === "desc",
  filter: () => false,
};

export function isOneOf(known: readonly string[]): (text: string) => boolean {
  return (text) => known.includes(text);
}
