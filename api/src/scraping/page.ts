import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

export type PageEvent = DomainEvent<
  | 'PageAdded'
  | 'PagePriorityChanged'
  | 'PageScraped'
  | 'PageIgnored'
  | 'PageScrapeFailed'
  | 'PageBlacklisted'
  | 'PageRestored'
  | 'PageDeleted'
>;

/** Undefined until added, and again when it was deleted. */
export type Page =
  | {
      readonly page_id: string;
      readonly client_id: string;
      readonly url: string;
      readonly priority: number;
      readonly isCustom: boolean;
      readonly isBlacklisted: boolean;
      /** What was learned of it was deleted when it was blacklisted. */
      readonly isContentDeleted: boolean;
    }
  | undefined;

type Of<T extends 'PageScraped' | 'PageIgnored' | 'PageScrapeFailed'> = Omit<
  EventData<T>,
  'page_id' | 'client_id'
>;

export type PageCommand =
  | ({ type: 'add' } & EventData<'PageAdded'>)
  | { type: 'prioritise'; priority: number }
  | ({ type: 'scraped' } & Of<'PageScraped'>)
  | ({ type: 'ignored' } & Of<'PageIgnored'>)
  | ({ type: 'failed' } & Of<'PageScrapeFailed'>)
  | { type: 'blacklist'; content_deleted: boolean }
  | { type: 'restore' }
  | { type: 'delete' };

/** One address of a client's website (spec 002 §4): active or blacklisted. */
export const page: Decider<Page, PageCommand, PageEvent> = {
  initialState: undefined,

  evolve(state, event) {
    if (event.type === 'PageAdded') {
      const { is_custom, ...rest } = event.data;
      return { ...rest, isCustom: is_custom, isBlacklisted: false, isContentDeleted: false };
    }
    if (!state) return state;
    switch (event.type) {
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
    if (command.type === 'add') {
      const { type: _, ...data } = command;
      // What is on the list, or on the blacklist, stays as it is.
      return state ? [] : [{ type: 'PageAdded', data }];
    }
    if (!state) {
      // What was deleted meanwhile is not scraped any more.
      if (command.type === 'delete' || command.type in RESULTS) return [];
      throw pageUnknown();
    }
    const of = { page_id: state.page_id, client_id: state.client_id };
    switch (command.type) {
      case 'prioritise':
        if (command.priority === state.priority) return [];
        return [{ type: 'PagePriorityChanged', data: { ...of, priority: command.priority } }];
      case 'blacklist':
        if (state.isBlacklisted) return [];
        return [
          {
            type: 'PageBlacklisted',
            data: { ...of, url: state.url, content_deleted: command.content_deleted },
          },
        ];
      case 'restore':
        return state.isBlacklisted ? [{ type: 'PageRestored', data: of }] : [];
      case 'delete':
        return [{ type: 'PageDeleted', data: of }];
      default:
        return state.isBlacklisted ? [] : [resultOf(command, of)];
    }
  },
};

const RESULTS = { scraped: true, ignored: true, failed: true };

function resultOf(
  command: Extract<PageCommand, { type: keyof typeof RESULTS }>,
  of: { page_id: string; client_id: string },
): PageEvent {
  switch (command.type) {
    case 'scraped': {
      const { type: _, ...data } = command;
      return { type: 'PageScraped', data: { ...of, ...data } };
    }
    case 'ignored': {
      const { type: _, ...data } = command;
      return { type: 'PageIgnored', data: { ...of, ...data } };
    }
    case 'failed': {
      const { type: _, ...data } = command;
      return { type: 'PageScrapeFailed', data: { ...of, ...data } };
    }
  }
}

export const pageUnknown = (text = 'The requested resource was not found.') =>
  new DomainError('not_found', 'PAGE_UNKNOWN', text);
