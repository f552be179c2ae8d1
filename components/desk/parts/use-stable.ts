"use client";

import { replaceEqualDeep } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";

type Acts = { readonly [name: string]: (...given: never[]) => unknown };

/** Functions with a stable identity that call the newest versions, so that memoised children are not rendered again. */
export function useStable<A extends Acts>(acts: A): A {
  const newest = useRef(acts);
  useLayoutEffect(() => {
    newest.current = acts;
  });
  const [stable] = useState(() => {
    const names = Object.keys(acts) as (keyof A)[];
    const entries = names.map((name) => [name, (...given: never[]) => newest.current[name]?.(...given)]);
    return Object.fromEntries(entries) as A;
  });
  return stable;
}

/** The same object for as long as it says the same. */
export function useSame<T>(value: T): T {
  const last = useRef(value);
  last.current = replaceEqualDeep(last.current, value);
  return last.current;
}
