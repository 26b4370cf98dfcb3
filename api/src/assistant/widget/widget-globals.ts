import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { type Branding, DEFAULT_BRANDING } from '../branding/contract.ts';

/** Settings shared by all widgets. */
interface WidgetGlobals {
  branding: Branding;
  /** False while the branding is the product's default. */
  hasCustomBranding: boolean;
  templates: { revision: number; script: string; style: string };
}

type WidgetGlobalsCommand =
  | { type: 'change_branding'; changes: Partial<Branding> }
  | { type: 'change_templates'; script: string; style: string }
  /** Null resets to the default. */
  | { type: 'restore_branding'; branding: Branding | null };

/** Global Widget Templates (spec 002 §2). */
export const widgetGlobals: Decider<
  WidgetGlobals,
  WidgetGlobalsCommand,
  DomainEvent<'GlobalBrandingChanged' | 'GlobalBrandingCleared' | 'WidgetTemplatesChanged'>
> = {
  initialState: {
    branding: DEFAULT_BRANDING,
    hasCustomBranding: false,
    templates: { revision: 0, script: '', style: '' },
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'GlobalBrandingChanged':
        return { ...state, branding: data.branding, hasCustomBranding: true };
      case 'GlobalBrandingCleared':
        return { ...state, branding: DEFAULT_BRANDING, hasCustomBranding: false };
      case 'WidgetTemplatesChanged':
        return { ...state, templates: data };
    }
  },

  decide(command, { branding, hasCustomBranding, templates }) {
    switch (command.type) {
      case 'change_branding': {
        const newBranding = { ...branding, ...command.changes };
        if (isDeepStrictEqual(newBranding, branding)) return [];
        return [{ type: 'GlobalBrandingChanged', data: { branding: newBranding } }];
      }
      case 'change_templates': {
        const { script, style } = command;
        if (script === templates.script && style === templates.style) return [];
        const data = { revision: templates.revision + 1, script, style };
        return [{ type: 'WidgetTemplatesChanged', data }];
      }
      case 'restore_branding': {
        if (command.branding === null)
          return hasCustomBranding ? [{ type: 'GlobalBrandingCleared', data: {} }] : [];
        if (hasCustomBranding && isDeepStrictEqual(command.branding, branding)) return [];
        return [{ type: 'GlobalBrandingChanged', data: { branding: command.branding } }];
      }
    }
  },
};
