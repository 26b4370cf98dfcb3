import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ViewSwitch } from '../../../../shared/ui/view-switch.tsx';
import { AnalyticsView, VIEW_KEYS, VIEWS } from './analytics-view.tsx';
import { Toolbar } from './toolbar.tsx';

/** AI Analytics tab of the client portal (spec 000 §2). */
export function ClientAnalytics({ clientId }: { clientId: string }) {
  const [view, setView] = useQueryState('view', parseAsStringLiteral(VIEW_KEYS).withDefault('usage'));
  return (
    <>
      <Toolbar clientId={clientId} />
      <ViewSwitch
        label="Analytics"
        views={VIEWS.map(({ key, label }) => ({ value: key, label }))}
        view={view}
        onView={(next) => void setView(next)}
      />
      <AnalyticsView view={view} clientId={clientId} />
    </>
  );
}
