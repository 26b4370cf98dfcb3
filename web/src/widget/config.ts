import type { Branding } from '@landline/api/assistant/branding/contract';
import type { WidgetConfiguration } from '@landline/api/assistant/widget/contract';

/** Configuration that the server embeds in the delivered script. */
export interface Config {
  /** If empty, the script tag's `data-client-id` is used. */
  clientId: string;
  kind: 'direct' | 'dynamic';
  branding: Branding;
  configuration: WidgetConfiguration;
  /** Path of the panel's script. */
  panel: string;
  /** Base style of the global templates, applied after the widget's own styles. */
  style: string;
}

/** The server wraps the launcher in a function with these parameters. */
declare global {
  const landlineConfig: Config;
  const landlineTemplate: ((landline: unknown) => void) | null;
}
