import type { DomainEvent, EventData, PropertyType } from '@landline/event-schemas';
import { type Decider, dataOf } from '../../platform/commands/decider.ts';
import { DomainError } from '../../platform/errors.ts';

declare module '../../platform/errors.ts' {
  interface ErrorData {
    DATASET_PROPERTY_TYPE: { datasetKey: string; propertyType: PropertyType };
    DATASET_IS_DEMO: { datasetKey: string; isDemo: boolean };
  }
}

/** Undefined until registered. */
type DatasetState = EventData<'DatasetRegistered'> | undefined;

/** Registering an existing dataset again changes nothing: more files can be imported into it. */
type DatasetCommand = { type: 'register' } & EventData<'DatasetRegistered'>;

/** A dataset: parcels of one property type under one key (spec 001 §3). */
export const dataset: Decider<DatasetState, DatasetCommand, DomainEvent<'DatasetRegistered'>> = {
  initialState: undefined,

  evolve: (_state, event) => event.data,

  decide(command, state) {
    if (!state) return [{ type: 'DatasetRegistered', data: dataOf(command) }];
    if (state.property_type !== command.property_type) {
      throw new DomainError(
        'rule_broken',
        'DATASET_PROPERTY_TYPE',
        `${state.dataset_name} contains ${state.property_type} parcels. Import ${command.property_type} parcels into a separate dataset.`,
        { data: { datasetKey: state.dataset_key, propertyType: state.property_type } },
      );
    }
    if (state.is_demo !== command.is_demo) {
      throw new DomainError(
        'rule_broken',
        'DATASET_IS_DEMO',
        `${state.dataset_name} contains ${state.is_demo ? 'demo' : 'real'} parcels. Real and demo parcels cannot be mixed.`,
        { data: { datasetKey: state.dataset_key, isDemo: state.is_demo } },
      );
    }
    return [];
  },
};
