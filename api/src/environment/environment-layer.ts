import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

type LayerEvent = DomainEvent<
  | 'EnvironmentLayerRegistered'
  | 'FacilitiesImported'
  | 'FacilityRowsRejected'
  | 'EnvironmentLayerCompleted'
  | 'EnvironmentLayerFailed'
  | 'EnvironmentLayerRemoved'
>;

export interface LayerState {
  readonly status: 'unknown' | 'running' | 'completed' | 'failed' | 'removed';
  /** How far its file has been read: the last chunk that is in the log, or none. */
  readonly read: { readonly chunk: number; readonly lastLine: number } | undefined;
}

export type LayerCommand =
  | ({ type: 'register' } & EventData<'EnvironmentLayerRegistered'>)
  | ({ type: 'complete' } & EventData<'EnvironmentLayerCompleted'>)
  | ({ type: 'fail' } & EventData<'EnvironmentLayerFailed'>)
  | ({ type: 'remove' } & EventData<'EnvironmentLayerRemoved'>);

/**
 * One file of facilities. Its stream holds all of them, so only its last event is read; a chunk ends with
 * `FacilitiesImported`, even when all of its rows were rejected.
 */
export const environmentLayer: Decider<LayerState, LayerCommand, LayerEvent> = {
  initialState: { status: 'unknown', read: undefined },
  toldByLastEvent: true,

  evolve(state, event) {
    switch (event.type) {
      case 'EnvironmentLayerRegistered':
      case 'FacilityRowsRejected':
        return { ...state, status: 'running' };
      case 'FacilitiesImported':
        return { status: 'running', read: { chunk: event.data.chunk, lastLine: event.data.last_line } };
      case 'EnvironmentLayerCompleted':
        return { ...state, status: 'completed' };
      case 'EnvironmentLayerFailed':
        return { ...state, status: 'failed' };
      case 'EnvironmentLayerRemoved':
        return { ...state, status: 'removed' };
    }
  },

  decide(command, { status }) {
    const { type, ...data } = command;
    switch (type) {
      case 'register':
        if (status !== 'unknown') return [];
        return [
          { type: 'EnvironmentLayerRegistered', data: data as EventData<'EnvironmentLayerRegistered'> },
        ];
      case 'complete':
        if (status === 'completed') return [];
        refuseUnless(status === 'running', status);
        return [{ type: 'EnvironmentLayerCompleted', data: data as EventData<'EnvironmentLayerCompleted'> }];
      case 'fail':
        if (status === 'failed') return [];
        refuseUnless(status === 'running', status);
        return [{ type: 'EnvironmentLayerFailed', data: data as EventData<'EnvironmentLayerFailed'> }];
      case 'remove':
        if (status === 'removed') return [];
        if (status === 'unknown')
          throw new DomainError('not_found', 'LAYER_UNKNOWN', 'The requested resource was not found.');
        return [{ type: 'EnvironmentLayerRemoved', data: data as EventData<'EnvironmentLayerRemoved'> }];
    }
  },
};

function refuseUnless(isAllowed: boolean, status: string): void {
  if (!isAllowed) throw new DomainError('conflict', 'LAYER_STATUS', `This layer is ${status}.`);
}
