import { SegmentedControl } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Toolbar } from './toolbar.tsx';
import { AnalyticsView, VIEW_KEYS, VIEWS } from './view.tsx';

/** AI Analytics of the client's portal (spec 000 §2): the client's own figures. */
export function ClientAnalytics({ clientId }: { clientId: string }) {
  const [view, setView] = useQueryState('view', parseAsStringLiteral(VIEW_KEYS).withDefault('usage'));
  return (
    <>
      <Toolbar clientId={clientId} />
      <div style={{ overflowX: 'auto', marginBottom: 16 }}>
        <SegmentedControl
          aria-label="Analytics"
          data={VIEWS.map(({ key, label }) => ({ value: key, label }))}
          value={view}
          onChange={(value) => void setView(VIEW_KEYS.find((key) => key === value) ?? null)}
        />
      </div>
      <AnalyticsView view={view} clientId={clientId} />
    </>
  );
}
