import { MAX_CLIENT_PASSAGES } from '@landline/api/assistant/answers/contract';
import { INDEX_FULL, type PagesResponse, PLAN_FULL } from '@landline/api/assistant/website/contract';
import { Box, Flex, Progress } from '@mantine/core';
import { formatCount, formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { pageCount, planUsageOf, progressOf } from '../page-status.ts';
import { PlanUsage } from './plan-usage.tsx';
import classes from './website.module.css';

/** Plan usage, crawl progress, a failed crawl and problems found during discovery. */
export function CrawlStatus({ content }: { content: PagesResponse }) {
  const { pages, allowance, discovering, scraping, problems, scraped_at, scrape_failed_at } = content;
  const { remaining, level } = planUsageOf(content);
  const { done, total } = progressOf(pages);
  const skipped = pages.filter(({ reason }) => reason?.startsWith(PLAN_FULL)).length;
  const leftOut = pages.filter(({ reason }) => reason === INDEX_FULL).length;
  return (
    <>
      <div className={classes.state}>
        <PlanUsage usage={content} owner="The" />
        <div aria-live="polite">
          {scraping ? (
            <>
              <Flex component="p" gap={8} justify="space-between" className="num">
                <span>Scraping the website</span>
                <strong>
                  {formatCount(done)} of {formatCount(total)}
                </strong>
              </Flex>
              <Progress
                value={total === 0 ? 0 : (100 * done) / total}
                animated
                aria-label="Percent of pages scraped"
              />
              <p className={common.quiet}>The total can grow as the scraper follows links.</p>
            </>
          ) : (
            <>
              <Flex component="p" gap={8} justify="space-between" className="num">
                <span>{discovering ? 'Discovering URLs' : 'Last full scrape'}</span>
                <strong>{discovering ? 'In progress' : formatDate(scraped_at)}</strong>
              </Flex>
              {discovering && <Progress value={100} animated aria-label="Discovering URLs" />}
            </>
          )}
        </div>
      </div>
      {scrape_failed_at !== null && (
        <Notice kind="error">
          The scrape failed on {formatDate(scrape_failed_at)}. The pages that it had read are kept. Scrape the
          website again.
        </Notice>
      )}
      {level === 'near' && (
        <Notice kind="notice">
          {formatCount(remaining)} of the plan's {formatCount(allowance)} pages are left. Blacklist and delete
          pages that the assistant does not need, or upgrade the plan.
        </Notice>
      )}
      {skipped > 0 && (
        <Notice kind="notice">{pageCount(skipped)} skipped because the plan has no pages left.</Notice>
      )}
      {leftOut > 0 && (
        <Notice kind="notice">
          {pageCount(leftOut)} not searched because the client's limit of {formatCount(MAX_CLIENT_PASSAGES)}{' '}
          text passages is reached.
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
