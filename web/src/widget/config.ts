import type { Branding } from '@landline/api/branding/contract';
import type { WidgetConfiguration } from '@landline/api/widget/contract';

/** What the server tells the script that it delivers. */
export interface Config {
  /** Empty: the script's own `data-client-id` says whose it is. */
  clientId: string;
  kind: 'direct' | 'dynamic';
  branding: Branding;
  configuration: WidgetConfiguration;
  /** Where the part that opens is. */
  panel: string;
  /** Styles that are added to ours. */
  style: string;
}

/** The launcher is delivered inside of a function with these parameters. */
declare global {
  const landlineConfig: Config;
  const landlineTemplate: ((landline: unknown) => void) | null;
}
