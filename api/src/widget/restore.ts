import { isDeepStrictEqual } from 'node:util';
import type { EventData } from '@landline/event-schemas';
import type { Branding } from '../branding/contract.ts';
import type { Decider } from '../commands/decider.ts';
import type { WidgetConfiguration } from './contract.ts';
import { type Widget, type WidgetEvent, widget } from './widget.ts';

/** What a widget becomes again: what is left out stays as it is, null is as before anybody chose it. */
export interface RestoreWidget {
  client_id: string;
  branding?: Branding | null;
  configuration?: WidgetConfiguration | null;
  default_version_id?: string | null;
  withdrawn: readonly string[];
  returned: readonly EventData<'WidgetVersionReturned'>[];
}

/** A widget as a system version has it; how it is guarded is not touched (spec 002 §2). */
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
    // Last: until then it may be the one that sites get.
    for (const version_id of withdrawn) {
      if (state.versions.has(version_id))
        events.push({ type: 'WidgetVersionWithdrawn', data: { client_id, version_id } });
    }
    return events;
  },
};

const differs = <T>(wanted: T | null | undefined, present: T | undefined): boolean =>
  wanted !== undefined && !isDeepStrictEqual(wanted ?? undefined, present);
