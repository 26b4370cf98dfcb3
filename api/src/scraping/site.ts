import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';

type SiteEvent = DomainEvent<
  'SiteDiscoveryRequested' | 'SiteDiscovered' | 'SiteScrapeRequested' | 'SiteScraped' | 'SiteSettingsChanged'
>;

export type SiteSettings = Omit<EventData<'SiteSettingsChanged'>, 'client_id'>;

/** Every page of the site is read, and again each week, unless staff say otherwise. */
export const DEFAULT_SETTINGS: SiteSettings = { include: [], exclude: [], recrawl: 'weekly' };

export type SiteCommand =
  | { type: 'discover'; client_id: string }
  | ({ type: 'discovered' } & EventData<'SiteDiscovered'>)
  | { type: 'scrape'; client_id: string }
  | ({ type: 'scraped' } & EventData<'SiteScraped'>)
  | ({ type: 'change_settings' } & EventData<'SiteSettingsChanged'>);

export interface SiteState {
  readonly isDiscovering: boolean;
  readonly isScraping: boolean;
  readonly settings: SiteSettings;
}

/** A client's website: what is under way there happens once at a time. */
export const site: Decider<SiteState, SiteCommand, SiteEvent> = {
  initialState: { isDiscovering: false, isScraping: false, settings: DEFAULT_SETTINGS },

  evolve(state, event) {
    switch (event.type) {
      case 'SiteDiscoveryRequested':
        return { ...state, isDiscovering: true };
      case 'SiteDiscovered':
        return { ...state, isDiscovering: false };
      case 'SiteScrapeRequested':
        return { ...state, isScraping: true };
      case 'SiteScraped':
        return { ...state, isScraping: false };
      case 'SiteSettingsChanged': {
        const { include, exclude, recrawl } = event.data;
        return { ...state, settings: { include, exclude, recrawl } };
      }
    }
  },

  decide(command, state) {
    const { type, ...data } = command;
    switch (type) {
      case 'discover':
        return state.isDiscovering ? [] : [{ type: 'SiteDiscoveryRequested', data }];
      case 'discovered':
        return state.isDiscovering
          ? [{ type: 'SiteDiscovered', data: data as EventData<'SiteDiscovered'> }]
          : [];
      case 'scrape':
        return state.isScraping ? [] : [{ type: 'SiteScrapeRequested', data }];
      case 'scraped':
        return state.isScraping ? [{ type: 'SiteScraped', data: data as EventData<'SiteScraped'> }] : [];
      case 'change_settings': {
        const changed = data as EventData<'SiteSettingsChanged'>;
        return isDeepStrictEqual({ ...state.settings, client_id: changed.client_id }, changed)
          ? []
          : [{ type: 'SiteSettingsChanged', data: changed }];
      }
    }
  },
};
