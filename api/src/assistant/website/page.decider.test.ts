import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { page } from './page.ts';
import { site } from './site.ts';

const given = specification(page);
const ids = { page_id: 'p1', client_id: 'c1' };
const url = 'https://shop.example.com/';
const data = { ...ids, url, priority: 5, is_custom: false };
const added = { type: 'PageAdded', data } as const;
const blacklisted = { type: 'PageBlacklisted', data: { ...ids, url, content_deleted: false } } as const;
const deleted = { type: 'PageDeleted', data: ids } as const;
const add = { type: 'add', ...data } as const;
const failed = {
  type: 'failed',
  stage: 'fetched',
  reason: 'The server closed the connection',
  kept: true,
} as const;

test('lists a page once, and again after deletion', () => {
  given().when(add).then(added);
  given(added).when(add).thenNothing();
  given(added, deleted).when(add).then(added);
});
test('keeps a page blacklisted when it is added again', () => {
  given(added, blacklisted).when(add).thenNothing();
});
test('blacklists and restores once', () => {
  given(added).when({ type: 'blacklist', content_deleted: false }).then(blacklisted);
  given(added, blacklisted).when({ type: 'blacklist', content_deleted: true }).thenNothing();
  given(added, blacklisted).when({ type: 'restore' }).then({ type: 'PageRestored', data: ids });
  given(added).when({ type: 'restore' }).thenNothing();
});
test('records the result of a visit unless the page was blacklisted or deleted meanwhile', () => {
  const { type: _, ...result } = failed;
  given(added)
    .when(failed)
    .then({ type: 'PageScrapeFailed', data: { ...ids, ...result } });
  given(added, blacklisted).when(failed).thenNothing();
  given(added, deleted).when(failed).thenNothing();
});
test('records each upload of a file, and adds its page with the first', () => {
  const { is_custom: _, ...target } = data;
  const file = { ...ids, name: 'prices.pdf', bytes: 3, content_hash: 'abc' };
  const upload = { type: 'upload', ...target, ...file } as const;
  const listed = { type: 'PageAdded', data: { ...data, is_custom: true } } as const;
  const uploaded = { type: 'PageDocumentUploaded', data: file } as const;
  given().when(upload).then(listed, uploaded);
  given(listed, uploaded).when(upload).then(uploaded);
  given(listed, uploaded, deleted).when(upload).then(listed, uploaded);
  given(listed, uploaded, blacklisted).when(upload).thenRejected('URL_BLACKLISTED');
});
test('changes the priority', () => {
  given(added).when({ type: 'prioritize', priority: 5 }).thenNothing();
  given(added)
    .when({ type: 'prioritize', priority: 9 })
    .then({ type: 'PagePriorityChanged', data: { ...ids, priority: 9 } });
});
test('rejects commands on an unlisted page', () => {
  given().when({ type: 'restore' }).thenRejected('PAGE_UNKNOWN');
  given().when({ type: 'delete' }).thenNothing();
});

test('runs one crawl of a website at a time', () => {
  const givenSite = specification(site);
  const client_id = 'c1';
  const requested = { type: 'SiteScrapeRequested', data: { client_id } } as const;
  const result = { client_id, total: 3, successful: 2 };
  givenSite().when({ type: 'crawl', client_id }).then(requested);
  givenSite(requested).when({ type: 'crawl', client_id }).thenNothing();
  givenSite(requested)
    .when({ type: 'record_crawl', run: 1, ...result })
    .then({ type: 'SiteScraped', data: result });
  givenSite()
    .when({ type: 'record_crawl', run: 1, ...result })
    .thenNothing();
});

test('ignores results of a stopped crawl', () => {
  const givenSite = specification(site);
  const client_id = 'c1';
  const requested = { type: 'SiteScrapeRequested', data: { client_id } } as const;
  const stopped = { type: 'SiteScrapeStopped', data: { client_id } } as const;
  const result = { client_id, total: 3, successful: 2 };
  givenSite().when({ type: 'stop_crawl', client_id }).thenNothing();
  givenSite(requested).when({ type: 'stop_crawl', client_id }).then(stopped);
  givenSite(requested, stopped).when({ type: 'stop_crawl', client_id }).thenNothing();
  givenSite(requested).when({ type: 'stop_crawl', client_id, run: 1 }).then(stopped);
  givenSite(requested, stopped, requested).when({ type: 'stop_crawl', client_id, run: 1 }).thenNothing();
  givenSite(requested, stopped)
    .when({ type: 'record_crawl', run: 1, ...result })
    .thenNothing();
  givenSite(requested, stopped, requested)
    .when({ type: 'record_crawl', run: 1, ...result })
    .thenNothing();
  givenSite(requested, stopped, requested)
    .when({ type: 'record_crawl', run: 2, ...result })
    .then({ type: 'SiteScraped', data: result });
});

test('records the failure of the running crawl only', () => {
  const givenSite = specification(site);
  const client_id = 'c1';
  const requested = { type: 'SiteScrapeRequested', data: { client_id } } as const;
  const stopped = { type: 'SiteScrapeStopped', data: { client_id } } as const;
  const failure = { type: 'record_crawl_failure', run: 1, client_id } as const;
  givenSite(requested)
    .when(failure)
    .then({ type: 'SiteScrapeStopped', data: { client_id, failed: true } });
  givenSite(requested, stopped).when(failure).thenNothing();
  givenSite(requested, stopped, requested).when(failure).thenNothing();
});
