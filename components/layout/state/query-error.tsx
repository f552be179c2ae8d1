import { ErrorBanner, ErrorState } from "#components/ui/notice/error-state.tsx";
import { explainError } from "./explain-error.ts";

type QueryErrorProps = {
  /** What could not be done: `The call could not be loaded`. */
  title: string;
  /** The query that failed. */
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean };
  /** Whether it is all that its page has to say. */
  isPage?: boolean;
};

/** Shown in place of the query's content. */
export function QueryError({ title, query, isPage = false }: QueryErrorProps) {
  return (
    <ErrorState
      title={title}
      detail={explainError(query.error)}
      onRetry={() => void query.refetch()}
      pending={query.isFetching}
      isPage={isPage}
    />
  );
}

/** As `QueryError`, in one line among other things. */
export function QueryErrorBanner({ title, query }: Omit<QueryErrorProps, "isPage">) {
  return (
    <ErrorBanner title={title} detail={explainError(query.error)} onRetry={() => void query.refetch()} />
  );
}
