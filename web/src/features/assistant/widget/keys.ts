import { liveKey } from '../../../shared/live/live-key.ts';

export const widgetKeys = {
  all: liveKey(['widget'], 'widgets'),
  branding: (clientId: string | null) => ['widget', 'branding', clientId],
  of: (clientId: string, part: string) => ['widget', 'of', clientId, part],
  templates: () => ['widget', 'templates'],
};
