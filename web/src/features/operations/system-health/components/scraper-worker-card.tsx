import { formatCount, formatMilliseconds } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import tabs from '../../super-admin-portal/tabs/tabs.module.css';
import { useWorkerStatus } from '../api/system-health.ts';
import { queueLevel } from '../levels.ts';
import { LevelTag } from './metrics-table.tsx';

/** Status of the scraper worker and its queue (spec 000 §2). */
export function ScraperWorkerCard() {
  const { data: loaded, error } = useWorkerStatus();
  // When polling fails, the status loaded earlier no longer holds.
  const data = error ? undefined : loaded;
  const state = data?.connected ? 'Connected' : data || error ? 'Disconnected' : 'Checking connection';
  const tone = data?.connected ? 'good' : data || error ? 'bad' : 'quiet';
  return (
    <Card title="Scraper worker" aside={<Tag tone={tone}>{state}</Tag>}>
      {state === 'Disconnected' && <p role="alert">{data?.error ?? 'Check configuration'}</p>}
      {(data || !error) && (
        <FactsList
          facts={[
            [
              'Pending pages',
              data && (
                <span key="pending" className={tabs.check}>
                  {formatCount(data.pendingPages)} <LevelTag level={queueLevel(data.pendingPages)} />
                </span>
              ),
            ],
            ['Blacklisted URLs', data && formatCount(data.blacklistedUrls)],
            ['Pages scraped in the last 24 hours', data && formatCount(data.scrapedLast24h)],
            ['Average website response time', data && formatMilliseconds(data.avgResponseTime)],
          ]}
        />
      )}
    </Card>
  );
}
