import type { EventData } from '@landline/event-schemas';
import { type Projector, patch, put, remove } from '../../projector.ts';
import { integer, jsonb, nullable, table, text, timestamp } from '../../table.ts';

type BrandingData = EventData<'WidgetBrandingChanged'>['branding'];
type ConfigurationData = EventData<'WidgetConfigurationChanged'>['configuration'];

/** A client's widget settings; null means not set. */
const widget = table('widget', {
  key: ['client_id'],
  columns: {
    client_id: text(),
    branding: nullable(jsonb<BrandingData>()),
    configuration: nullable(jsonb<ConfigurationData>()),
    rate_limit_per_minute: nullable(integer()),
    token_expiry_minutes: nullable(integer()),
    /** Generation of the secret, starting at 1; null before the first secret. */
    secret_generation: nullable(integer()),
    default_version_id: nullable(text()),
  },
});

const widgetVersion = table('widget_version', {
  key: ['version_id'],
  columns: {
    version_id: text(),
    client_id: text(),
    description: text(),
    branding: jsonb<BrandingData>(),
    configuration: jsonb<ConfigurationData>(),
    created_at: timestamp(),
    created_by: text(),
  },
  indexes: { widget_version_by_client: '(generation, client_id, created_at DESC)' },
});

/** The single row with the default branding. */
const globalBranding = table('global_branding', {
  key: ['id'],
  columns: { id: text(), branding: jsonb<BrandingData>() },
});

/** Every version of the global code templates. */
const widgetTemplate = table('widget_template', {
  key: ['revision'],
  columns: {
    revision: integer(),
    script: text(),
    style: text(),
    saved_at: timestamp(),
    saved_by: text(),
  },
});

/** Widget configuration (spec 002 §3). */
export const widgets: Projector<'widgets'> = {
  name: 'widgets',
  version: 1,
  tables: [widget, widgetVersion, globalBranding, widgetTemplate],
  on: {
    ClientCreated: ({ data: { client_id } }) =>
      put(widget, {
        client_id,
        branding: null,
        configuration: null,
        rate_limit_per_minute: null,
        token_expiry_minutes: null,
        secret_generation: null,
        default_version_id: null,
      }),
    WidgetBrandingChanged: ({ data: { client_id, branding } }) => patch(widget, { client_id }, { branding }),
    WidgetBrandingCleared: ({ data: { client_id } }) => patch(widget, { client_id }, { branding: null }),
    WidgetConfigurationChanged: ({ data: { client_id, configuration } }) =>
      patch(widget, { client_id }, { configuration }),
    WidgetConfigurationCleared: ({ data: { client_id } }) =>
      patch(widget, { client_id }, { configuration: null }),
    WidgetSecurityChanged: ({ data: { client_id, ...security } }) => patch(widget, { client_id }, security),
    WidgetSecretRotated: ({ data: { client_id, generation } }) =>
      patch(widget, { client_id }, { secret_generation: generation }),
    WidgetVersionCreated: ({ data, metadata }) =>
      put(widgetVersion, { ...data, created_at: metadata.at, created_by: metadata.actor.id }),
    WidgetVersionWithdrawn: ({ data: { version_id } }) => remove(widgetVersion, { version_id }),
    WidgetVersionReturned: ({ data }) => put(widgetVersion, data),
    DefaultWidgetVersionChanged: ({ data: { client_id, version_id } }) =>
      patch(widget, { client_id }, { default_version_id: version_id }),
    DefaultWidgetVersionCleared: ({ data: { client_id } }) =>
      patch(widget, { client_id }, { default_version_id: null }),
    GlobalBrandingChanged: ({ data: { branding } }) => put(globalBranding, { id: 'global', branding }),
    GlobalBrandingCleared: () => remove(globalBranding, { id: 'global' }),
    WidgetTemplatesChanged: ({ data, metadata }) =>
      put(widgetTemplate, { ...data, saved_at: metadata.at, saved_by: metadata.actor.id }),
  },
  audience: ({ data }) => ('client_id' in data ? [data.client_id] : null),
};
