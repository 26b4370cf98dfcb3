import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_SITE_SETTINGS, type DomainEvent, type EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';

type SiteEvent = DomainEvent<
  | 'SiteDiscoveryRequested'
  | 'SiteDiscovered'
  | 'SiteScrapeRequested'
  | 'SiteScrapeStopped'
  | 'SiteScraped'
  | 'SiteSettingsChanged'
>;

type SiteSettings = Omit<EventData<'SiteSettingsChanged'>, 'client_id'>;

export type SiteCommand =
  | { type: 'discover'; client_id: string }
  | ({ type: 'record_discovery' } & EventData<'SiteDiscovered'>)
  | { type: 'crawl'; client_id: string }
  /** Stops the running crawl; with `run`, only if it has that number. */
  | { type: 'stop_crawl'; run?: number; client_id: string }
  /** `run` is the number of the crawl that reports; the result of any crawl but the running one is ignored. */
  | ({ type: 'record_crawl'; run: number } & EventData<'SiteScraped'>)
  | { type: 'record_crawl_failure'; run: number; client_id: string }
  | ({ type: 'change_settings' } & EventData<'SiteSettingsChanged'>);

interface SiteState {
  readonly isDiscovering: boolean;
  readonly isCrawling: boolean;
  /** Number of the latest crawl, starting at 1; 0 before the first. */
  readonly run: number;
  readonly settings: SiteSettings;
}

/** A client's website. At most one discovery and one crawl run at a time. */
export const site: Decider<SiteState, SiteCommand, SiteEvent> = {
  initialState: { isDiscovering: false, isCrawling: false, run: 0, settings: DEFAULT_SITE_SETTINGS },

  evolve(state, event) {
    switch (event.type) {
      case 'SiteDiscoveryRequested':
        return { ...state, isDiscovering: true };
      case 'SiteDiscovered':
        return { ...state, isDiscovering: false };
      case 'SiteScrapeRequested':
        return { ...state, isCrawling: true, run: state.run + 1 };
      case 'SiteScrapeStopped':
      case 'SiteScraped':
        return { ...state, isCrawling: false };
      case 'SiteSettingsChanged': {
        const { include, exclude, recrawl } = event.data;
        return { ...state, settings: { include, exclude, recrawl } };
      }
    }
  },

  decide(command, state) {
    switch (command.type) {
      case 'discover':
        return state.isDiscovering ? [] : [{ type: 'SiteDiscoveryRequested', data: dataOf(command) }];
      case 'record_discovery':
        return state.isDiscovering ? [{ type: 'SiteDiscovered', data: dataOf(command) }] : [];
      case 'crawl':
        return state.isCrawling ? [] : [{ type: 'SiteScrapeRequested', data: dataOf(command) }];
      case 'stop_crawl': {
        const { run = state.run, client_id } = command;
        return isRunning(state, run) ? [{ type: 'SiteScrapeStopped', data: { client_id } }] : [];
      }
      case 'record_crawl': {
        const { run, ...result } = command;
        return isRunning(state, run) ? [{ type: 'SiteScraped', data: dataOf(result) }] : [];
      }
      case 'record_crawl_failure': {
        const { run, client_id } = command;
        return isRunning(state, run)
          ? [{ type: 'SiteScrapeStopped', data: { client_id, failed: true } }]
          : [];
      }
      case 'change_settings': {
        const data = dataOf(command);
        const { client_id: _, ...settings } = data;
        return isDeepStrictEqual(state.settings, settings) ? [] : [{ type: 'SiteSettingsChanged', data }];
      }
    }
  },
};

const isRunning = (state: SiteState, run: number) => state.isCrawling && state.run === run;
