import type { DomainEvent, EventData } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError, notFound } from '../../platform/errors.ts';

type LayerEvent = DomainEvent<
  | 'EnvironmentLayerRegistered'
  | 'FacilitiesImported'
  | 'FacilityRowsRejected'
  | 'EnvironmentLayerCompleted'
  | 'EnvironmentLayerFailed'
  | 'EnvironmentLayerRemoved'
>;

declare module '../../platform/errors.ts' {
  interface ErrorData {
    LAYER_STATUS: { status: LayerState['status'] };
  }
}

export interface LayerState {
  readonly status: 'unknown' | 'running' | 'completed' | 'failed' | 'removed';
  /** The last chunk in the event log, if any. */
  readonly lastChunk: { readonly chunk: number; readonly lastLine: number } | undefined;
}

export type LayerCommand =
  | ({ type: 'register' } & EventData<'EnvironmentLayerRegistered'>)
  | ({ type: 'complete' } & EventData<'EnvironmentLayerCompleted'>)
  | ({ type: 'fail' } & EventData<'EnvironmentLayerFailed'>)
  | ({ type: 'remove' } & EventData<'EnvironmentLayerRemoved'>);

/**
 * A layer of facilities from one file. Its stream contains all facilities, so only the last event is read; each chunk
 * ends with `FacilitiesImported`, even when all of its rows were rejected.
 */
export const environmentLayer: Decider<LayerState, LayerCommand, LayerEvent> = {
  initialState: { status: 'unknown', lastChunk: undefined },
  readsLastEventOnly: true,

  evolve(state, event) {
    switch (event.type) {
      case 'EnvironmentLayerRegistered':
      case 'FacilityRowsRejected':
        return { ...state, status: 'running' };
      case 'FacilitiesImported':
        return { status: 'running', lastChunk: { chunk: event.data.chunk, lastLine: event.data.last_line } };
      case 'EnvironmentLayerCompleted':
        return { ...state, status: 'completed' };
      case 'EnvironmentLayerFailed':
        return { ...state, status: 'failed' };
      case 'EnvironmentLayerRemoved':
        return { ...state, status: 'removed' };
    }
  },

  decide(command, { status }) {
    switch (command.type) {
      case 'register':
        if (status !== 'unknown') return [];
        return [{ type: 'EnvironmentLayerRegistered', data: dataOf(command) }];
      case 'complete':
        if (status === 'completed') return [];
        assertRunning(status);
        return [{ type: 'EnvironmentLayerCompleted', data: dataOf(command) }];
      case 'fail':
        if (status === 'failed') return [];
        assertRunning(status);
        return [{ type: 'EnvironmentLayerFailed', data: dataOf(command) }];
      case 'remove':
        if (status === 'removed') return [];
        if (status === 'unknown') throw notFound('LAYER_UNKNOWN');
        return [{ type: 'EnvironmentLayerRemoved', data: dataOf(command) }];
    }
  },
};

function assertRunning(status: LayerState['status']): void {
  if (status !== 'running')
    throw new DomainError('conflict', 'LAYER_STATUS', `This layer is ${status}.`, { data: { status } });
}
