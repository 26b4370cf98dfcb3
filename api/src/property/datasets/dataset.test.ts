import type { DomainEvent } from '@landline/event-schemas';
import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { dataset } from './dataset.ts';

const given = specification(dataset);

const lebanon: DomainEvent<'DatasetRegistered'>['data'] = {
  dataset_key: 'lebanon',
  dataset_name: 'Lebanon Properties',
  dataset_type: 'city',
  property_type: 'adu',
  state: 'NH',
  parent_dataset_key: null,
  is_demo: false,
};
const registered: DomainEvent<'DatasetRegistered'> = { type: 'DatasetRegistered', data: lebanon };

test('registers a dataset once and rejects another property type or demo flag', () => {
  given()
    .when({ type: 'register', ...lebanon })
    .then(registered);
  given(registered)
    .when({ type: 'register', ...lebanon, dataset_name: 'Another name' })
    .thenNothing();
  given(registered)
    .when({ type: 'register', ...lebanon, property_type: 'ios' })
    .thenRejected('DATASET_PROPERTY_TYPE');
  given(registered)
    .when({ type: 'register', ...lebanon, is_demo: true })
    .thenRejected('DATASET_IS_DEMO');
});
