import type { PageHistory } from '@landline/api/assistant/website/contract';
import { formatBytes } from '../../../shared/format.ts';

type PageHistoryEntry = PageHistory['entries'][number];

/** Step at which the crawl of a page ended. `robots` comes before the page is fetched. */
const WHEN: Readonly<Record<NonNullable<PageHistoryEntry['stage']>, string>> = {
  robots: 'before fetching',
  fetched: 'while fetching',
  extracted: 'while extracting',
  indexed: 'while indexing',
};

/** Describes an entry of a page's history; `isFile` is true for an uploaded file, which is not fetched. */
export function pageHistoryText(
  { type, stage, reason, changed, fetch_ms, priority, file, content_deleted }: PageHistoryEntry,
  isFile: boolean,
): string {
  const ended = (outcome: string) => `${outcome}${stage ? ` ${WHEN[stage]}` : ''}: ${reason}`;
  switch (type) {
    case 'PageAdded':
      return `Added with priority ${priority}`;
    case 'PageDocumentUploaded':
      return file ? `Uploaded ${file.name} (${formatBytes(file.bytes)})` : 'Uploaded';
    case 'PagePriorityChanged':
      return `Priority changed to ${priority}`;
    case 'PageScraped':
      return [
        `${changed ? 'Content updated' : 'No change'}${isFile ? '' : ` (fetched in ${fetch_ms} ms)`}`,
        reason,
      ]
        .filter(Boolean)
        .join('. ');
    case 'PageIgnored':
      return ended('Ignored');
    case 'PageScrapeFailed':
      return ended('Failed');
    case 'PageBlacklisted':
      return content_deleted ? 'Blacklisted, content deleted' : 'Blacklisted';
    case 'PageRestored':
      return 'Restored';
    case 'PageDeleted':
      return 'Deleted';
    default:
      return 'Changed';
  }
}
