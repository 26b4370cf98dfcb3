import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '@landline/event-schemas';
import { type Branding, DEFAULT_BRANDING } from '../branding/contract.ts';
import type { Decider } from '../commands/decider.ts';

/** What all widgets have in common. */
export interface WidgetGlobals {
  branding: Branding;
  templates: { revision: number; script: string; style: string };
}

type WidgetGlobalsCommand =
  | { type: 'change_branding'; changes: Partial<Branding> }
  | { type: 'change_templates'; script: string; style: string };

/** Global Widget Templates (spec 002 §2). */
export const widgetGlobals: Decider<
  WidgetGlobals,
  WidgetGlobalsCommand,
  DomainEvent<'GlobalBrandingChanged' | 'WidgetTemplatesChanged'>
> = {
  initialState: { branding: DEFAULT_BRANDING, templates: { revision: 0, script: '', style: '' } },

  evolve(state, { type, data }) {
    switch (type) {
      case 'GlobalBrandingChanged':
        return { ...state, branding: data.branding };
      case 'WidgetTemplatesChanged':
        return { ...state, templates: data };
    }
  },

  decide(command, { branding, templates }) {
    switch (command.type) {
      case 'change_branding': {
        const changed = { ...branding, ...command.changes };
        if (isDeepStrictEqual(changed, branding)) return [];
        return [{ type: 'GlobalBrandingChanged', data: { branding: changed } }];
      }
      case 'change_templates': {
        const { script, style } = command;
        if (script === templates.script && style === templates.style) return [];
        const data = { revision: templates.revision + 1, script, style };
        return [{ type: 'WidgetTemplatesChanged', data }];
      }
    }
  },
};
