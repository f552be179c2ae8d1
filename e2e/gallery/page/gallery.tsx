import { FIXTURES } from "../fixtures/all.tsx";

/** Every component in each of its states, in light and in dark; with `?show=` one state alone, as a page shows it. */
export function Gallery({ shown }: { shown: string | null }) {
  if (shown !== null) return <Alone name={shown} />;
  return (
    <main className="mx-auto flex max-w-7xl flex-col gap-10 p-6 max-md:p-2">
      <h1 className="font-semibold text-lg">Gallery</h1>
      {Object.entries(FIXTURES).map(([component, states]) => (
        <section key={component} aria-label={component}>
          <h2 className="mb-3 font-semibold text-base">{component}</h2>
          {Object.entries(states).map(([state, Fixture]) => (
            <div key={state} className="mb-6">
              <h3 className="mb-1 text-muted text-xs">
                <a href={`?show=${encodeURIComponent(`${component}/${state}`)}`}>{state}</a>
              </h3>
              <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
                {(["light", "dark"] as const).map((colorScheme) => (
                  <div
                    key={colorScheme}
                    style={{ colorScheme }}
                    className="min-w-0 rounded-md border border-line bg-surface p-4 text-ink max-md:p-2"
                  >
                    <Fixture />
                  </div>
                ))}
              </div>
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}

function Alone({ name }: { name: string }) {
  const [component = "", state = ""] = name.split("/");
  const Fixture = FIXTURES[component]?.[state];
  return (
    <main className="min-h-dvh bg-surface p-4 text-ink">
      <h1 className="sr-only">{name}</h1>
      {Fixture ? <Fixture /> : <p>There is no “{name}” in the gallery.</p>}
    </main>
  );
}
