import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Branding } from '../branding/contract.ts';
import {
  DEFAULT_CONFIGURATION,
  DEFAULT_SECURITY,
  type SecuritySettings,
  type WidgetConfiguration,
} from './contract.ts';

export type WidgetEvent = DomainEvent<
  | 'WidgetBrandingChanged'
  | 'WidgetBrandingCleared'
  | 'WidgetConfigurationChanged'
  | 'WidgetConfigurationCleared'
  | 'WidgetSecurityChanged'
  | 'WidgetSecretRotated'
  | 'WidgetVersionCreated'
  | 'WidgetVersionWithdrawn'
  | 'WidgetVersionReturned'
  | 'DefaultWidgetVersionChanged'
  | 'DefaultWidgetVersionCleared'
>;

/** State of a client's widget; undefined settings use the default. */
export interface Widget {
  branding: Branding | undefined;
  configuration: WidgetConfiguration | undefined;
  security: SecuritySettings;
  secretGeneration: number | undefined;
  /** Descriptions of the versions, by version id. */
  versions: ReadonlyMap<string, string>;
  defaultVersionId: string | undefined;
}

type WidgetCommand = { client_id: string } & (
  | { type: 'change_branding'; changes: Partial<Branding>; globalBranding: Branding }
  | { type: 'change_configuration'; changes: Partial<WidgetConfiguration> }
  | { type: 'change_security'; changes: Partial<SecuritySettings> }
  | { type: 'rotate_secret' }
  | { type: 'create_version'; version_id: string; description: string; globalBranding: Branding }
  | { type: 'set_default_version'; version_id: string }
);

/** Branding, behavior, security and versions of a client's widget (spec 002 §3, §4). */
export const widget: Decider<Widget, WidgetCommand, WidgetEvent> = {
  initialState: {
    branding: undefined,
    configuration: undefined,
    security: DEFAULT_SECURITY,
    secretGeneration: undefined,
    versions: new Map(),
    defaultVersionId: undefined,
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'WidgetBrandingChanged':
        return { ...state, branding: data.branding };
      case 'WidgetBrandingCleared':
        return { ...state, branding: undefined };
      case 'WidgetConfigurationChanged':
        return { ...state, configuration: data.configuration };
      case 'WidgetConfigurationCleared':
        return { ...state, configuration: undefined };
      case 'WidgetSecurityChanged':
        return {
          ...state,
          security: {
            rateLimitPerMinute: data.rate_limit_per_minute,
            tokenExpiryMinutes: data.token_expiry_minutes,
          },
        };
      case 'WidgetSecretRotated':
        return { ...state, secretGeneration: data.generation };
      case 'WidgetVersionCreated':
      case 'WidgetVersionReturned':
        return { ...state, versions: new Map(state.versions).set(data.version_id, data.description) };
      case 'WidgetVersionWithdrawn': {
        const versions = new Map(state.versions);
        versions.delete(data.version_id);
        return { ...state, versions };
      }
      case 'DefaultWidgetVersionChanged':
        return { ...state, defaultVersionId: data.version_id };
      case 'DefaultWidgetVersionCleared':
        return { ...state, defaultVersionId: undefined };
    }
  },

  decide(command, state) {
    const { client_id } = command;
    switch (command.type) {
      case 'change_branding': {
        const branding = { ...(state.branding ?? command.globalBranding), ...command.changes };
        if (isDeepStrictEqual(branding, state.branding)) return [];
        return [{ type: 'WidgetBrandingChanged', data: { client_id, branding } }];
      }
      case 'change_configuration': {
        const current = state.configuration ?? DEFAULT_CONFIGURATION;
        const configuration = { ...current, ...command.changes };
        if (isDeepStrictEqual(configuration, current)) return [];
        return [{ type: 'WidgetConfigurationChanged', data: { client_id, configuration } }];
      }
      case 'change_security': {
        const security = { ...state.security, ...command.changes };
        if (isDeepStrictEqual(security, state.security)) return [];
        return [
          {
            type: 'WidgetSecurityChanged',
            data: {
              client_id,
              rate_limit_per_minute: security.rateLimitPerMinute,
              token_expiry_minutes: security.tokenExpiryMinutes,
            },
          },
        ];
      }
      case 'rotate_secret': {
        const generation = (state.secretGeneration ?? 0) + 1;
        return [{ type: 'WidgetSecretRotated', data: { client_id, generation } }];
      }
      case 'create_version': {
        const { version_id, description, globalBranding } = command;
        if (state.versions.has(version_id)) return [];
        const snapshot = {
          branding: state.branding ?? globalBranding,
          configuration: state.configuration ?? DEFAULT_CONFIGURATION,
        };
        return [{ type: 'WidgetVersionCreated', data: { client_id, version_id, description, ...snapshot } }];
      }
      case 'set_default_version': {
        const { version_id } = command;
        if (!state.versions.has(version_id)) throw versionUnknown();
        if (state.defaultVersionId === version_id) return [];
        return [{ type: 'DefaultWidgetVersionChanged', data: { client_id, version_id } }];
      }
    }
  },
};

const versionUnknown = () =>
  new DomainError('not_found', 'WIDGET_VERSION_UNKNOWN', 'Failed to update default version');
