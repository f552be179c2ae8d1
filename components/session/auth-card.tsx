import type { ReactNode } from "react";

/** The one plane of the pages that people see before they are signed in. */
export function AuthCard({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main className="flex min-h-dvh items-start justify-center px-4 py-[max(2rem,14dvh)] outline-none">
      <div className="w-full max-w-sm">
        <p className="flex items-center gap-2 font-semibold text-base">
          <Mark />
          Spindle
        </p>
        <h1 className="mt-6 break-words text-xl outline-none">{title}</h1>
        {intro ? <div className="mt-1 text-muted">{intro}</div> : null}
        {children ? <div className="mt-6">{children}</div> : null}
      </div>
    </main>
  );
}

function Mark() {
  return (
    // biome-ignore lint/performance/noImgElement: a small SVG has nothing to optimise.
    <img src="/icon.svg" alt="" width={22} height={22} className="size-5.5" />
  );
}
