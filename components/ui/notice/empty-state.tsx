import type { ReactNode } from "react";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  /** Whether it is all that its page has to say. */
  isPage?: boolean;
  /** Why it is empty, and how it fills. */
  children?: ReactNode;
  actions?: ReactNode;
};

export function EmptyState({ icon, title, isPage = false, children, actions }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center px-6 py-12 short:py-4 text-center">
      {icon ? (
        <span aria-hidden="true" className="mb-3 inline-flex text-faint [&>svg]:size-5">
          {icon}
        </span>
      ) : null}
      <Heading className="font-semibold text-base">{title}</Heading>
      {children ? <div className="mt-1 w-full text-muted text-sm">{children}</div> : null}
      {actions ? <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
