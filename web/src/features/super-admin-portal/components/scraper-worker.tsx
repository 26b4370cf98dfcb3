import { formatCount } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { FactsList } from '../../../shared/ui/facts-list.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useWorkerStatus } from '../api/get-worker-status.ts';
import { queueStep } from '../steps.ts';
import tabs from '../tabs/tabs.module.css';
import { StepTag } from './figures.tsx';

/** Whether a worker reads websites, and what waits for it (spec 000 §2). */
export function ScraperWorker() {
  const { data, error } = useWorkerStatus();
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
                  {formatCount(data.pendingPages)} <StepTag step={queueStep(data.pendingPages)} />
                </span>
              ),
            ],
            ['Blacklisted URLs', data && formatCount(data.blacklistedUrls)],
            ['Scraped in the last 24 hours', data && formatCount(data.scrapedLast24h)],
            ['Average response time', data && responseTime(data.avgResponseTime)],
          ]}
        />
      )}
    </Card>
  );
}

const responseTime = (ms: number | null) => (ms === null ? 'None was measured' : `${formatCount(ms)} ms`);
