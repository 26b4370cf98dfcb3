import { DEFAULT_SITE_SETTINGS, streams } from '@landline/event-schemas';
import { defineRestorer } from '../../platform/commands/document-restorer.ts';
import { siteSettings } from './contract.ts';
import { site } from './site.ts';

/** Restores the crawl settings of a client's website. */
export const siteDocuments = {
  site_settings: defineRestorer(site, {
    stream: ({ client_id }) => streams.site(client_id ?? ''),
    commandsFor: ([{ client_id, after }]) => {
      const settings = after === null ? DEFAULT_SITE_SETTINGS : siteSettings.parse(after);
      return [{ type: 'change_settings' as const, client_id: client_id ?? '', ...settings }];
    },
  }),
};
