import type { ReactNode } from "react";

/** A page whose only content is one message and what to do next. */
export function FullPageMessage(props: { title: string; detail: string; actions?: ReactNode }) {
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <div className="max-w-md">
        <h1 className="text-lg">{props.title}</h1>
        <p className="mt-2 text-base text-muted">{props.detail}</p>
        {props.actions ? <div className="mt-6 flex flex-wrap gap-2">{props.actions}</div> : null}
      </div>
    </main>
  );
}
