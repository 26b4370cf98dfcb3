import { isDeepStrictEqual } from 'node:util';
import { type EventData, streams } from '@landline/event-schemas';
import type { Decider } from '../../platform/commands/decider.ts';
import {
  type DocumentChange,
  defineRestorer,
  type StreamChanges,
} from '../../platform/commands/document-restorer.ts';
import { type Branding, branding } from '../branding/contract.ts';
import { type WidgetConfiguration, widgetConfiguration } from './contract.ts';
import { type Widget, type WidgetEvent, widget } from './widget.ts';
import { widgetGlobals } from './widget-globals.ts';

/** Target state of a widget. An omitted setting stays as it is; null resets it to the default. */
interface RestoreWidget {
  client_id: string;
  branding?: Branding | null;
  configuration?: WidgetConfiguration | null;
  default_version_id?: string | null;
  /** Ids of the versions that did not exist in the system version. */
  withdrawn: readonly string[];
  /** Versions that existed in the system version. */
  returned: readonly EventData<'WidgetVersionReturned'>[];
}

/**
 * Decides the events that bring a widget back to its state in a system version. Security settings are not restored
 * (spec 002 §2).
 */
export const restoredWidget: Decider<Widget, RestoreWidget, WidgetEvent> = {
  initialState: widget.initialState,
  evolve: widget.evolve,

  decide({ client_id, branding, configuration, default_version_id, withdrawn, returned }, state) {
    const events: WidgetEvent[] = [];
    for (const data of returned) {
      if (!state.versions.has(data.version_id)) events.push({ type: 'WidgetVersionReturned', data });
    }
    if (differs(branding, state.branding)) {
      events.push(
        branding
          ? { type: 'WidgetBrandingChanged', data: { client_id, branding } }
          : { type: 'WidgetBrandingCleared', data: { client_id } },
      );
    }
    if (differs(configuration, state.configuration)) {
      events.push(
        configuration
          ? { type: 'WidgetConfigurationChanged', data: { client_id, configuration } }
          : { type: 'WidgetConfigurationCleared', data: { client_id } },
      );
    }
    if (differs(default_version_id, state.defaultVersionId)) {
      events.push(
        default_version_id
          ? { type: 'DefaultWidgetVersionChanged', data: { client_id, version_id: default_version_id } }
          : { type: 'DefaultWidgetVersionCleared', data: { client_id } },
      );
    }
    // Withdraw versions last: before the events above, one of them may be the default version.
    for (const version_id of withdrawn) {
      if (state.versions.has(version_id))
        events.push({ type: 'WidgetVersionWithdrawn', data: { client_id, version_id } });
    }
    return events;
  },
};

const differs = <T>(target: T | null | undefined, current: T | undefined): boolean =>
  target !== undefined && !isDeepStrictEqual(target ?? undefined, current);

/** Content of a `widget_version` document. */
type VersionContent = Omit<EventData<'WidgetVersionReturned'>, 'client_id' | 'version_id'>;

function widgetCommand(changes: StreamChanges): RestoreWidget {
  const client_id = changes[0].client_id ?? '';
  const find = (kind: DocumentChange['kind']) => changes.find((change) => change.kind === kind);
  const ownBranding = find('branding');
  const configuration = find('widget_configuration');
  const defaultVersion = find('default_widget_version');
  const versions = changes.filter(({ kind }) => kind === 'widget_version');
  return {
    client_id,
    ...(ownBranding && { branding: branding.nullable().parse(ownBranding.after) }),
    ...(configuration && { configuration: widgetConfiguration.nullable().parse(configuration.after) }),
    ...(defaultVersion && {
      default_version_id: (defaultVersion.after as { version_id: string } | null)?.version_id ?? null,
    }),
    withdrawn: versions.filter(({ after }) => after === null).map(({ id }) => id),
    returned: versions
      .filter(({ after }) => after !== null)
      .map(({ id, after }) => ({ client_id, version_id: id, ...(after as VersionContent) })),
  };
}

const widgetRestorer = defineRestorer(restoredWidget, {
  stream: ({ client_id }) => streams.widget(client_id ?? ''),
  commandsFor: (changes) => [widgetCommand(changes)],
});

const globalsRestorer = defineRestorer(widgetGlobals, {
  stream: streams.widgetGlobals,
  commandsFor: (changes) =>
    changes.map(({ kind, after }) => {
      if (kind === 'global_branding')
        return { type: 'restore_branding', branding: branding.nullable().parse(after) } as const;
      const templates = (after as { script: string; style: string } | null) ?? { script: '', style: '' };
      return { type: 'change_templates', ...templates } as const;
    }),
});

/** Restores the settings and versions of clients' widgets and the settings that all widgets share. */
export const widgetDocuments = {
  branding: widgetRestorer,
  widget_configuration: widgetRestorer,
  widget_version: widgetRestorer,
  default_widget_version: widgetRestorer,
  global_branding: globalsRestorer,
  widget_templates: globalsRestorer,
};
