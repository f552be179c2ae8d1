/** One value a process: Next bundles each route apart, so a module's own variable would exist once for every route. */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`spindle.${name}`);
  // The symbol is ours alone, so what lies under it is what `make` of the same name gave.
  const shared = globalThis as unknown as Record<symbol, T | undefined>;
  const value = shared[key] ?? make();
  shared[key] = value;
  return value;
}
