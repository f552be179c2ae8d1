/** What we read and write of package-lock.json. */
export type PackageLock = {
  packages: Record<string, LockEntry>;
};

type LockEntry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "win32"];
const PROCESSORS = ["arm64", "x64", "ia32", "ppc64", "s390x", "riscv64", "loong64", "wasm32"];

/** The optional packages that the lock names without describing: `npm ci` refuses such a lock. By lock key. */
export function missingOptionalPackages({ packages }: PackageLock): Record<string, LockEntry> {
  const missing: Record<string, LockEntry> = {};
  for (const [key, entry] of Object.entries(packages))
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`${key}/node_modules/${name}`, `node_modules/${name}`];
      if (!places.some((place) => packages[place]?.version))
        missing[`node_modules/${name}`] = {
          version,
          ...(entry.dev ? { dev: true } : {}),
          optional: true,
          ...platformOf(name),
        };
    }
  return missing;
}

/** Packages made for one platform carry it in their name. */
function platformOf(name: string): Pick<LockEntry, "os" | "cpu" | "libc"> {
  const words = name.split("/").at(-1)?.split("-") ?? [];
  const os = SYSTEMS.filter((system) => words.includes(system));
  // A 32-bit ARM is called by its calling convention.
  const cpu = words.includes("arm") ? ["arm"] : PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.includes("musl")
    ? ["musl"]
    : os[0] === "linux" && words.includes("gnu")
      ? ["glibc"]
      : [];
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
  };
}
