import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SystemPage } from './system-page.tsx';

function Metrics() {
  const query = useQuery({ queryKey: ['metrics'], queryFn: async () => 'new', initialData: 'old' });
  return (
    <SystemPage title="Metrics" subtitle="A test page." query={query}>
      {(data) => `${data}, ${query.fetchStatus}`}
    </SystemPage>
  );
}

test('keeps Refresh enabled during a refetch that the user did not start', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Metrics />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(html).toContain('old, fetching');
  expect(html).toContain('Refresh');
  expect(html).not.toMatch(/<button[^>]*disabled/);
});
