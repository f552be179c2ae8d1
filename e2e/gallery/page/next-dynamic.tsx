import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

type Options = { loading?: () => ReactNode; ssr?: boolean };

// biome-ignore lint/style/noDefaultExport: it stands in for a module that has one.
export default function dynamic<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { loading }: Options,
): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (props: P) => (
    <Suspense fallback={loading?.()}>
      <Loaded {...props} />
    </Suspense>
  );
}
