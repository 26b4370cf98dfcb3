import type { DomainEvent, EventData } from '@landline/event-schemas';
import type { Decider } from '../commands/decider.ts';
import { DomainError } from '../errors.ts';

/** Undefined until registered. */
export type DatasetState = EventData<'DatasetRegistered'> | undefined;

/** Registering one that exists changes nothing, so that more files can be added to it. */
export type DatasetCommand = { type: 'register' } & EventData<'DatasetRegistered'>;

/** A dataset: parcels of one kind under one key (spec 001 §3). */
export const dataset: Decider<DatasetState, DatasetCommand, DomainEvent<'DatasetRegistered'>> = {
  initialState: undefined,

  evolve: (_state, event) => event.data,

  decide(command, state) {
    const { type: _, ...data } = command;
    if (!state) return [{ type: 'DatasetRegistered', data }];
    if (state.property_type !== data.property_type) {
      throw new DomainError(
        'rule_broken',
        'DATASET_PROPERTY_TYPE',
        `${state.dataset_name} holds ${state.property_type} parcels; ${data.property_type} parcels need a dataset of their own.`,
      );
    }
    if (state.is_demo !== data.is_demo) {
      throw new DomainError(
        'rule_broken',
        'DATASET_IS_DEMO',
        `${state.dataset_name} ${state.is_demo ? 'is made up' : 'is real'}: real and made-up parcels are never mixed.`,
      );
    }
    return [];
  },
};
