import { isDeepStrictEqual } from 'node:util';
import {
  DEFAULT_SITE_SETTINGS,
  EVERYONE,
  type RecordedEvent,
  type SystemVersionKind,
} from '@landline/event-schemas';
import { type Change, type Handlers, type Projector, patch, put } from '../projector.ts';
import { bigint, integer, jsonb, nullable, type RowOf, table, text, timestamp } from '../table.ts';

/** What a version is made of (spec 002 §2): each kind of document is restored by a rule of its own. */
export type DocumentKind =
  | 'global_branding'
  | 'widget_templates'
  | 'branding'
  | 'widget_configuration'
  | 'widget_version'
  | 'default_widget_version'
  | 'prompt'
  | 'site_settings'
  | 'price_list'
  | 'scoring_model';

/** Every state of every configuration document: what holds at a position is the last one up to it; null is none. */
export const configurationDocument = table('configuration_document', {
  key: ['document_id', 'position'],
  columns: {
    document_id: text(),
    /** Of the event that made it so. */
    position: bigint(),
    at: timestamp(),
    kind: text<DocumentKind>(),
    client_id: nullable(text()),
    content: nullable(jsonb<unknown>()),
    /** Of that event in its stream. */
    revision: bigint(),
  },
  indexes: { configuration_document_by_position: '(generation, position)' },
});

/** Since when there are clients, and until when: who is newer than a version is not touched. */
export const configuredClient = table('configured_client', {
  key: ['client_id'],
  columns: { client_id: text(), created_position: bigint(), closed_position: nullable(bigint()) },
});

export const systemVersion = table('system_version', {
  key: ['version_id'],
  columns: {
    version_id: text(),
    version_name: text(),
    description: text(),
    kind: text<SystemVersionKind>(),
    position: bigint(),
    file_count: integer(),
    created_at: timestamp(),
    created_by: text(),
    /** Here the last rollback was done: until something changes after it, the configuration is this version's. */
    restored_position: nullable(bigint()),
    restored_at: nullable(timestamp()),
    /** The rollback that is going on. */
    rollback_id: nullable(text()),
    rollback_differences: nullable(integer()),
    rollback_requested_at: nullable(timestamp()),
    rollback_position: nullable(bigint()),
    /** Why it goes on no more, and how many documents it did not restore. */
    rollback_failure: nullable(text()),
    rollback_remaining: nullable(integer()),
    deleted_at: nullable(timestamp()),
  },
});
export type SystemVersionRow = RowOf<typeof systemVersion>;

type Of = Pick<RecordedEvent, 'position' | 'revision' | 'metadata'>;
const document =
  (kind: DocumentKind) =>
  (
    { position, revision, metadata: { at } }: Of,
    id: string,
    client_id: string | null,
    content: unknown,
  ): Change => {
    const document_id = `${kind}:${id}`;
    return put(configurationDocument, { document_id, position, at, kind, client_id, content, revision });
  };

const globalBranding = document('global_branding');
const templates = document('widget_templates');
const branding = document('branding');
const configuration = document('widget_configuration');
const version = document('widget_version');
const defaultVersion = document('default_widget_version');
const prompt = document('prompt');
const siteSettings = document('site_settings');
const priceList = document('price_list');
const scoringModel = document('scoring_model');

const LANDLINE = 'landline';

/** Tables and weights: what was learned follows from judgements, which no rollback touches. */
function withoutLearned(model: Record<string, unknown>): Record<string, unknown> {
  const unlearned = (part: unknown) => ({ ...(part as object), learned: [] });
  return { ...model, adu: unlearned(model.adu), ios: unlearned(model.ios) };
}

const configurationHandlers: Handlers = {
  GlobalBrandingChanged: (event) => globalBranding(event, LANDLINE, null, event.data.branding),
  GlobalBrandingCleared: (event) => globalBranding(event, LANDLINE, null, null),
  WidgetTemplatesChanged: (event) => {
    const { script, style } = event.data;
    return templates(event, LANDLINE, null, script === '' && style === '' ? null : { script, style });
  },
  WidgetBrandingChanged: (event) => {
    const { client_id, branding: content } = event.data;
    return branding(event, client_id, client_id, content);
  },
  WidgetBrandingCleared: (event) => branding(event, event.data.client_id, event.data.client_id, null),
  WidgetConfigurationChanged: (event) => {
    const { client_id, configuration: content } = event.data;
    return configuration(event, client_id, client_id, content);
  },
  WidgetConfigurationCleared: (event) =>
    configuration(event, event.data.client_id, event.data.client_id, null),
  WidgetVersionCreated: (event) => {
    const { version_id, client_id, ...made } = event.data;
    const { at, actor } = event.metadata;
    return version(event, version_id, client_id, { ...made, created_at: at, created_by: actor.id });
  },
  WidgetVersionReturned: (event) => {
    const { version_id, client_id, ...content } = event.data;
    return version(event, version_id, client_id, content);
  },
  WidgetVersionWithdrawn: (event) => version(event, event.data.version_id, event.data.client_id, null),
  DefaultWidgetVersionChanged: (event) => {
    const { client_id, version_id } = event.data;
    return defaultVersion(event, client_id, client_id, { version_id });
  },
  DefaultWidgetVersionCleared: (event) =>
    defaultVersion(event, event.data.client_id, event.data.client_id, null),
  PromptAdded: (event) => {
    const { prompt_id, client_id, prompt_type, content } = event.data;
    return prompt(event, prompt_id, client_id, { prompt_type, content });
  },
  PromptChanged: (event) => {
    const { prompt_id, client_id, prompt_type, content } = event.data;
    return prompt(event, prompt_id, client_id, { prompt_type, content });
  },
  PromptRestored: (event) => {
    const { prompt_id, client_id, prompt_type, content } = event.data;
    return prompt(event, prompt_id, client_id, { prompt_type, content });
  },
  PromptDeleted: (event) => prompt(event, event.data.prompt_id, event.data.client_id, null),
  SiteSettingsChanged: (event) => {
    const { client_id, ...settings } = event.data;
    const content = isDeepStrictEqual(settings, DEFAULT_SITE_SETTINGS) ? null : settings;
    return siteSettings(event, client_id, client_id, content);
  },
  PriceListPublished: (event) => priceList(event, LANDLINE, null, event.data.price_list),
  PriceListRestored: (event) => priceList(event, LANDLINE, null, event.data.price_list),
  // What Landline publishes for what it learned has the tables that it had.
  ScoringModelPublished: (event) => {
    const { scope, taught_by, model } = event.data;
    if (scope !== EVERYONE || taught_by !== undefined) return [];
    return scoringModel(event, EVERYONE, null, withoutLearned(model));
  },
};

const NO_ROLLBACK = {
  rollback_id: null,
  rollback_differences: null,
  rollback_requested_at: null,
  rollback_position: null,
  rollback_failure: null,
  rollback_remaining: null,
};

/** Versions of the configuration, and what they are compared by (spec 002 §3, §4). */
export const systemVersions: Projector = {
  name: 'system-versions',
  version: 4,
  tables: [configurationDocument, configuredClient, systemVersion],
  on: {
    ...configurationHandlers,
    ClientCreated: ({ data: { client_id }, position }) =>
      put(configuredClient, { client_id, created_position: position, closed_position: null }),
    ClientClosed: ({ data: { client_id }, position }) =>
      patch(configuredClient, { client_id }, { closed_position: position }),
    SystemVersionCreated: ({ data: { position, ...data }, metadata }) =>
      put(systemVersion, {
        ...data,
        position: BigInt(position),
        created_at: metadata.at,
        created_by: metadata.actor.id,
        restored_position: null,
        restored_at: null,
        ...NO_ROLLBACK,
        deleted_at: null,
      }),
    SystemRollbackRequested: ({ data: { version_id, rollback_id, differences }, position, metadata }) =>
      patch(
        systemVersion,
        { version_id },
        {
          rollback_id,
          rollback_differences: differences,
          rollback_requested_at: metadata.at,
          rollback_position: position,
        },
      ),
    SystemVersionRolledBack: ({ data: { version_id, as_of }, metadata }) =>
      patch(
        systemVersion,
        { version_id },
        { ...NO_ROLLBACK, restored_position: BigInt(as_of), restored_at: metadata.at },
      ),
    SystemRollbackFailed: ({ data: { version_id, reason, remaining } }) =>
      patch(systemVersion, { version_id }, { rollback_failure: reason, rollback_remaining: remaining }),
    SystemRollbackResumed: ({ data: { version_id } }) =>
      patch(systemVersion, { version_id }, { rollback_failure: null, rollback_remaining: null }),
    SystemRollbackAbandoned: ({ data: { version_id } }) => patch(systemVersion, { version_id }, NO_ROLLBACK),
    SystemVersionDeleted: ({ data: { version_id }, metadata }) =>
      patch(systemVersion, { version_id }, { deleted_at: metadata.at }),
  },
  // The configuration of all is staff's to see.
  audience: () => [],
};
