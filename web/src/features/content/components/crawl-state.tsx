import type { PagesResponse } from '@landline/api/scraping/contract';
import { Progress } from '@mantine/core';
import { formatCount, formatDate } from '../../../shared/format.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { allowanceOf, progressOf } from '../page-status.ts';
import classes from './content.module.css';

/** How much of the plan is used, what is under way, and what stood in the way of it. */
export function CrawlState({ content }: { content: PagesResponse }) {
  const { pages, indexed, allowance, discovering, scraping, problems, scraped_at } = content;
  const { left, percent, level } = allowanceOf(content);
  const { done, total } = progressOf(pages);
  const leftOut = pages.filter(({ reason }) => reason?.startsWith("The plan's")).length;
  return (
    <>
      <div className={classes.state}>
        <div>
          <p className={classes.figure}>
            <span>Pages learned</span>
            <strong>
              {formatCount(indexed)} of {formatCount(allowance)}
            </strong>
          </p>
          <Progress
            value={percent}
            {...(level !== 'free' && { color: level === 'near' ? 'yellow' : 'red' })}
            aria-label="Percent of the plan's pages used"
          />
          <p className={classes.quiet}>
            {level === 'full'
              ? 'The plan has no pages left: further pages are listed and not learned.'
              : `The plan has ${formatCount(left)} ${left === 1 ? 'page' : 'pages'} left.`}
          </p>
        </div>
        <div aria-live="polite">
          {scraping ? (
            <>
              <p className={classes.figure}>
                <span>Scraping the website</span>
                <strong>
                  {formatCount(done)} of {formatCount(total)}
                </strong>
              </p>
              <Progress
                value={total === 0 ? 0 : (100 * done) / total}
                animated
                aria-label="Percent of the pages scraped"
              />
              <p className={classes.quiet}>
                Links are followed: there may be more pages than are listed yet.
              </p>
            </>
          ) : (
            <>
              <p className={classes.figure}>
                <span>{discovering ? 'Discovering URLs' : 'Last scraped'}</span>
                <strong>{discovering ? 'Under way' : formatDate(scraped_at)}</strong>
              </p>
              {discovering && <Progress value={100} animated aria-label="Discovering URLs" />}
            </>
          )}
        </div>
      </div>
      {level === 'near' && (
        <Notice kind="notice">
          {formatCount(left)} of the plan's {formatCount(allowance)} pages are left. Blacklist and delete what
          the assistant does not need, or change the plan.
        </Notice>
      )}
      {leftOut > 0 && (
        <Notice kind="notice">
          {formatCount(leftOut)} {leftOut === 1 ? 'page was' : 'pages were'} left out, because the plan's
          pages are used up.
        </Notice>
      )}
      {problems.length > 0 && (
        <div role="status">
          <p className={classes.quiet}>What stood in the way of the last discovery:</p>
          <ul className={classes.problems}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
