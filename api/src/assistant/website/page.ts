import type { DomainEvent, EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError, notFound } from '../../platform/errors.ts';

type PageEvent = DomainEvent<
  | 'PageAdded'
  | 'PageDocumentUploaded'
  | 'PagePriorityChanged'
  | 'PageScraped'
  | 'PageIgnored'
  | 'PageScrapeFailed'
  | 'PageBlacklisted'
  | 'PageRestored'
  | 'PageDeleted'
>;

/** State of a page; undefined before it is added and after it is deleted. */
export type Page =
  | {
      readonly page_id: string;
      readonly client_id: string;
      readonly url: string;
      readonly priority: number;
      readonly isCustom: boolean;
      /** True if the content is an uploaded file. */
      readonly isDocument: boolean;
      readonly isBlacklisted: boolean;
      /** True if the content was deleted when the page was blacklisted. */
      readonly isContentDeleted: boolean;
    }
  | undefined;

type ResultData<T extends 'PageScraped' | 'PageIgnored' | 'PageScrapeFailed'> = Omit<
  EventData<T>,
  'page_id' | 'client_id'
>;

export type PageCommand =
  | ({ type: 'add' } & EventData<'PageAdded'>)
  | ({ type: 'upload' } & Pick<EventData<'PageAdded'>, 'url' | 'priority'> &
      EventData<'PageDocumentUploaded'>)
  | { type: 'prioritize'; priority: number }
  | ({ type: 'crawled' } & ResultData<'PageScraped'>)
  | ({ type: 'ignored' } & ResultData<'PageIgnored'>)
  | ({ type: 'failed' } & ResultData<'PageScrapeFailed'>)
  | { type: 'blacklist'; content_deleted: boolean }
  | { type: 'restore' }
  | { type: 'delete' };

/** One address of a client's website (spec 002 §4): active or blacklisted. */
export const page: Decider<Page, PageCommand, PageEvent> = {
  initialState: undefined,

  evolve(state, event) {
    if (event.type === 'PageAdded') {
      const { is_custom, ...data } = event.data;
      return {
        ...data,
        isCustom: is_custom,
        isDocument: false,
        isBlacklisted: false,
        isContentDeleted: false,
      };
    }
    if (!state) return state;
    switch (event.type) {
      case 'PageDocumentUploaded':
        return { ...state, isDocument: true };
      case 'PagePriorityChanged':
        return { ...state, priority: event.data.priority };
      case 'PageBlacklisted':
        return { ...state, isBlacklisted: true, isContentDeleted: event.data.content_deleted };
      case 'PageRestored':
        return { ...state, isBlacklisted: false };
      case 'PageDeleted':
        return undefined;
      default:
        return state;
    }
  },

  decide(command, state) {
    // A listed or blacklisted page stays unchanged.
    if (command.type === 'add') return state ? [] : [{ type: 'PageAdded', data: dataOf(command) }];
    if (command.type === 'upload') {
      if (state?.isBlacklisted) throw urlBlacklisted();
      const { type: _, url, priority, ...data } = command;
      const { page_id, client_id } = data;
      const uploaded = { type: 'PageDocumentUploaded', data } as const;
      if (state) return [uploaded];
      return [{ type: 'PageAdded', data: { page_id, client_id, url, priority, is_custom: true } }, uploaded];
    }
    if (!state) {
      // The page was deleted before, or while it was crawled.
      if (command.type === 'delete' || command.type in RESULTS) return [];
      throw pageUnknown();
    }
    const ids = { page_id: state.page_id, client_id: state.client_id };
    switch (command.type) {
      case 'prioritize':
        if (command.priority === state.priority) return [];
        return [{ type: 'PagePriorityChanged', data: { ...ids, priority: command.priority } }];
      case 'blacklist':
        if (state.isBlacklisted) return [];
        return [
          {
            type: 'PageBlacklisted',
            data: { ...ids, url: state.url, content_deleted: command.content_deleted },
          },
        ];
      case 'restore':
        return state.isBlacklisted ? [{ type: 'PageRestored', data: ids }] : [];
      case 'delete':
        return [{ type: 'PageDeleted', data: ids }];
      default:
        return state.isBlacklisted ? [] : [resultOf(command, ids)];
    }
  },
};

const RESULTS = { crawled: 'PageScraped', ignored: 'PageIgnored', failed: 'PageScrapeFailed' } as const;

function resultOf(
  { type, ...data }: Extract<PageCommand, { type: keyof typeof RESULTS }>,
  ids: { page_id: string; client_id: string },
): PageEvent {
  // The data belongs to the event of its command type; TypeScript cannot correlate the two.
  return { type: RESULTS[type], data: { ...ids, ...data } } as PageEvent;
}

export const urlBlacklisted = () =>
  new DomainError('conflict', 'URL_BLACKLISTED', 'This URL is blacklisted. Restore it first.');

export const pageUnknown = (text = notFound().message) => new DomainError('not_found', 'PAGE_UNKNOWN', text);
