import type { EventType, RecordedEvent } from './events/index.ts';
import { DEFAULT_SITE_SETTINGS } from './events/page.ts';
import { EVERYONE } from './streams.ts';

/** State of one configuration document after an event. */
export interface ConfigurationState {
  id: string;
  /** Null if the document applies to all clients. */
  client_id: string | null;
  /** Null if the document does not exist. */
  content: unknown;
}

type StateHandlers = {
  readonly [T in EventType]?: (event: RecordedEvent<T>) => ConfigurationState | undefined;
};

interface ConfigurationDocumentKindDefinition {
  readonly label: string;
  /** True if the document is never removed, only replaced; a rollback to a time before its first version keeps it. */
  readonly permanent?: true;
  /** By event type: returns the state of a document of this kind after the event; undefined if the event does not change it. */
  readonly on: StateHandlers;
}

/** Id of a document that exists once. */
const LANDLINE = 'landline';

const shared = (content: unknown): ConfigurationState => ({ id: LANDLINE, client_id: null, content });
const ofClient = (client_id: string, content: unknown): ConfigurationState => ({
  id: client_id,
  client_id,
  content,
});

const promptState = ({
  data: { prompt_id, client_id, prompt_type, content, based_on },
}: RecordedEvent<'PromptAdded' | 'PromptChanged' | 'PromptRestored'>): ConfigurationState => ({
  id: prompt_id,
  client_id,
  content: { prompt_type, content, ...(based_on && { based_on }) },
});

/** Returns a scoring model without its trained adjustments. */
export function withoutTraining(model: Record<string, unknown>): Record<string, unknown> {
  const untrained = (part: unknown) => ({ ...(part as object), learned: [] });
  return { ...model, adu: untrained(model.adu), ios: untrained(model.ios) };
}

/**
 * Registry of the documents that a system version consists of (spec 002 §2). The projector of system versions folds
 * them, the API compares and restores them, and the dashboard names them. A new kind needs an entry here and a restore
 * rule that its room exports; the type checker reports a missing rule.
 */
const registry = {
  global_branding: {
    label: 'Global branding',
    on: {
      GlobalBrandingChanged: ({ data }) => shared(data.branding),
      GlobalBrandingCleared: () => shared(null),
    },
  },
  widget_templates: {
    label: 'Widget templates',
    on: {
      WidgetTemplatesChanged: ({ data: { script, style } }) =>
        shared(script === '' && style === '' ? null : { script, style }),
    },
  },
  branding: {
    label: 'Branding',
    on: {
      WidgetBrandingChanged: ({ data }) => ofClient(data.client_id, data.branding),
      WidgetBrandingCleared: ({ data }) => ofClient(data.client_id, null),
    },
  },
  widget_configuration: {
    label: 'Widget settings',
    on: {
      WidgetConfigurationChanged: ({ data }) => ofClient(data.client_id, data.configuration),
      WidgetConfigurationCleared: ({ data }) => ofClient(data.client_id, null),
    },
  },
  widget_version: {
    label: 'Widget version',
    on: {
      WidgetVersionCreated: ({ data: { version_id, client_id, ...created }, metadata: { at, actor } }) => ({
        id: version_id,
        client_id,
        content: { ...created, created_at: at, created_by: actor.id },
      }),
      WidgetVersionReturned: ({ data: { version_id, client_id, ...content } }) => ({
        id: version_id,
        client_id,
        content,
      }),
      WidgetVersionWithdrawn: ({ data: { version_id, client_id } }) => ({
        id: version_id,
        client_id,
        content: null,
      }),
    },
  },
  default_widget_version: {
    label: 'Default widget version',
    on: {
      DefaultWidgetVersionChanged: ({ data: { client_id, version_id } }) =>
        ofClient(client_id, { version_id }),
      DefaultWidgetVersionCleared: ({ data }) => ofClient(data.client_id, null),
    },
  },
  prompt: {
    label: 'Custom prompt',
    on: {
      PromptAdded: promptState,
      PromptChanged: promptState,
      PromptRestored: promptState,
      PromptDeleted: ({ data: { prompt_id, client_id } }) => ({ id: prompt_id, client_id, content: null }),
    },
  },
  site_settings: {
    label: 'Crawl settings',
    on: {
      SiteSettingsChanged: ({ data: { client_id, include, exclude, recrawl } }) => {
        const settings = { include, exclude, recrawl };
        const isDefault = JSON.stringify(settings) === JSON.stringify(DEFAULT_SITE_SETTINGS);
        return ofClient(client_id, isDefault ? null : settings);
      },
    },
  },
  price_list: {
    label: 'Price list',
    permanent: true,
    on: {
      PriceListPublished: ({ data }) => shared(data.price_list),
      PriceListRestored: ({ data }) => shared(data.price_list),
    },
  },
  scoring_model: {
    label: 'Scoring model',
    permanent: true,
    on: {
      // A model published by training keeps the tables of the model before it. A rollback restores tables and weights,
      // not what training added.
      ScoringModelPublished: ({ data: { scope, taught_by, model } }) =>
        scope === EVERYONE && taught_by === undefined
          ? { id: EVERYONE, client_id: null, content: withoutTraining(model) }
          : undefined,
    },
  },
} satisfies Record<string, ConfigurationDocumentKindDefinition>;

export type ConfigurationDocumentKind = keyof typeof registry;
export const configurationDocuments: Readonly<
  Record<ConfigurationDocumentKind, ConfigurationDocumentKindDefinition>
> = registry;
export const CONFIGURATION_DOCUMENT_KINDS = Object.keys(registry) as ConfigurationDocumentKind[];
