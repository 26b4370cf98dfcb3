import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';

interface ViewBodyProps<Data> {
  query: UseQueryResult<Data>;
  /** Title of the error state. */
  title: string;
  children: (data: Data) => ReactNode;
}

/** Renders a view. After a filter change, the previous data stays visible but dimmed until the new data has loaded. */
export function ViewBody<Data>({ query, title, children }: ViewBodyProps<Data>) {
  return (
    <QueryBody query={query} errorTitle={title} skeleton={360}>
      {(data) => (
        <div className={common.dims} aria-busy={query.isPlaceholderData}>
          {children(data)}
        </div>
      )}
    </QueryBody>
  );
}
