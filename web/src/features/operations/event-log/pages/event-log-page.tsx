import { createParser, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useRef, useState } from 'react';
import { parseAsPage } from '../../../../shared/page-parameter.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import { TabBar } from '../../../../shared/ui/tab-bar.tsx';
import { AnchorNote } from '../components/anchor-note.tsx';
import { AsOfView } from '../components/as-of-view.tsx';
import { EventDetail } from '../components/event-detail.tsx';
import { EventFilters, NO_FILTER } from '../components/event-filters.tsx';
import { EventList } from '../components/event-list.tsx';
import { ReplayView } from '../components/replay-view.tsx';
import { isoTime } from '../times.ts';

const TABS = [
  { key: 'events', label: 'Events' },
  { key: 'replay', label: 'Replay' },
  { key: 'as-of', label: 'As of a date' },
] as const;

const parseAsTime = createParser({ parse: isoTime, serialize: (time: string) => time });

const FIELDS = {
  tab: parseAsStringLiteral(TABS.map(({ key }) => key)).withDefault('events'),
  stream: parseAsString,
  type: parseAsString,
  actor: parseAsString,
  client: parseAsString,
  correlation: parseAsString,
  causation: parseAsString,
  from: parseAsTime,
  to: parseAsTime,
  impersonated: parseAsStringLiteral(['only', 'without'] as const),
  before: parseAsString,
  event: parseAsString,
  revision: parseAsInteger,
  list: parseAsString.withDefault('clients'),
  at: parseAsTime,
  dataset: parseAsString,
  page: parseAsPage,
};

/** /SuperAdminPortal/audit */
export function Component() {
  const [params, setParams] = useQueryStates(FIELDS, { history: 'push' });
  const [now] = useState(() => new Date().toISOString());
  const body = useRef<HTMLDivElement>(null);
  // The button that opened or closed an event, which has the focus, disappears.
  const openEvent = (event: string | null) => {
    void setParams({ event });
    body.current?.focus();
  };
  const { tab, before, event, revision, list, at, dataset, page, ...filter } = params;
  return (
    <Page title="Audit" subtitle="A complete, tamper-evident record of every change." wide>
      <AnchorNote />
      <TabBar label="Audit" tabs={TABS} current={tab} />
      {tab === 'events' && (
        <div ref={body} tabIndex={-1}>
          {event === null ? (
            <>
              <EventFilters filter={filter} onFilter={(next) => void setParams({ ...next, before: null })} />
              <EventList
                filter={filter}
                before={before}
                onOpen={openEvent}
                onBefore={(next) => void setParams({ before: next })}
              />
            </>
          ) : (
            <EventDetail
              position={event}
              onBack={() => openEvent(null)}
              onOpen={openEvent}
              onReplay={(stream, to) => void setParams({ tab: 'replay', stream, revision: to, event: null })}
              onFind={(query) => void setParams({ ...NO_FILTER, ...query, before: null, event: null })}
            />
          )}
        </div>
      )}
      {tab === 'replay' && (
        <ReplayView
          stream={filter.stream}
          revision={revision}
          onReplay={(stream, to) => void setParams({ stream, revision: to })}
        />
      )}
      {tab === 'as-of' && (
        <AsOfView
          list={list}
          at={at ?? now}
          client={filter.client}
          dataset={dataset}
          page={page}
          onChange={(change) => void setParams({ page: null, ...change })}
        />
      )}
    </Page>
  );
}
