import { MAX_CLIENT_PASSAGES } from '@landline/api/assistant/answers/contract';
import type { PagesResponse } from '@landline/api/assistant/website/contract';
import { Box, Flex, Progress } from '@mantine/core';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { ignoredCounts, pageCount, planUsageOf, progressOf } from '../page-status.ts';
import { PlanUsage } from './plan-usage.tsx';
import classes from './website.module.css';

/** Plan usage, crawl progress, a failed crawl and problems found during discovery. */
export function CrawlStatus({ content }: { content: PagesResponse }) {
  const { pages, allowance, discovering, scraping, problems, scraped_at, scrape_failed_at } = content;
  const { remaining, level } = planUsageOf(content);
  const { done, total } = progressOf(pages);
  const { skippedCount, unindexedCount } = ignoredCounts(pages);
  return (
    <>
      <div className={classes.state}>
        <PlanUsage usage={content} owner="The" />
        <div>
          <Flex component="p" gap={8} justify="space-between" className="num">
            {/* Only the state is announced, not each page. */}
            <span aria-live="polite">
              {scraping ? 'Scraping the website' : discovering ? 'Discovering URLs' : 'Last full scrape'}
            </span>
            <strong>
              {scraping
                ? `${formatCount(done)} of ${formatCount(total)}`
                : discovering
                  ? 'In progress'
                  : formatDate(scraped_at)}
            </strong>
          </Flex>
          {scraping && (
            <>
              <Progress
                value={total === 0 ? 0 : (100 * done) / total}
                animated
                aria-label="Percent of pages scraped"
              />
              <p className={common.quiet}>The total can grow as the scraper follows links.</p>
            </>
          )}
          {discovering && !scraping && <Progress value={100} animated aria-label="Discovering URLs" />}
        </div>
      </div>
      {scrape_failed_at !== null && (
        <Notice kind="error">
          Scraping failed on {formatDate(scrape_failed_at)}. Pages read before the failure were kept. Start
          scraping again.
        </Notice>
      )}
      {level === 'near' && (
        <Notice kind="notice">
          {formatCount(remaining)} of the plan's {formatCount(allowance)} pages{' '}
          {remaining === 1 ? 'is' : 'are'} left. Blacklist and delete pages that the assistant does not need,
          or upgrade the plan.
        </Notice>
      )}
      {skippedCount > 0 && (
        <Notice kind="notice">
          {pageCount(skippedCount)} {skippedCount === 1 ? 'was' : 'were'} skipped because the plan's page
          limit was reached when {skippedCount === 1 ? 'it was' : 'they were'} scraped. Free up pages or
          upgrade the plan, then scrape again.
        </Notice>
      )}
      {unindexedCount > 0 && (
        <Notice kind="notice">
          {pageCount(unindexedCount)} {unindexedCount === 1 ? 'is' : 'are'} not searched because the client's
          limit of {formatCount(MAX_CLIENT_PASSAGES)} text passages was reached.
        </Notice>
      )}
      {problems.length > 0 && (
        <div role="status">
          <p className={common.quiet}>Problems during the last discovery:</p>
          <Box component="ul" m={0} pl={18}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </Box>
        </div>
      )}
    </>
  );
}
