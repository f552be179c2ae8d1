import type { ReactNode } from "react";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** Why it is empty, and how it fills. */
  children?: ReactNode;
  actions?: ReactNode;
};

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-6 py-12 text-center">
      {icon ? (
        <span aria-hidden="true" className="mb-3 inline-flex text-faint [&>svg]:size-5">
          {icon}
        </span>
      ) : null}
      <h2 className="text-base">{title}</h2>
      {children ? <div className="mt-1 w-full text-muted text-sm">{children}</div> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
