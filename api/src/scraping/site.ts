import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';

type SiteEvent = DomainEvent<
  'SiteDiscoveryRequested' | 'SiteDiscovered' | 'SiteScrapeRequested' | 'SiteScraped'
>;

export type SiteCommand =
  | { type: 'discover'; client_id: string }
  | ({ type: 'discovered' } & EventData<'SiteDiscovered'>)
  | { type: 'scrape'; client_id: string }
  | ({ type: 'scraped' } & EventData<'SiteScraped'>);

export interface SiteState {
  readonly isDiscovering: boolean;
  readonly isScraping: boolean;
}

/** A client's website: what is under way there happens once at a time. */
export const site: Decider<SiteState, SiteCommand, SiteEvent> = {
  initialState: { isDiscovering: false, isScraping: false },

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
    }
  },
};
