import type { Dataset } from '@landline/api/datasets/contract';
import { DATASET_TYPES, type DatasetType } from '@landline/event-schemas';
import { Input, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { SECTIONS } from '../../datasets/paths.ts';
import { type DatasetFields, keyOf } from '../dataset-fields.ts';
import { US_STATES } from '../us-states.ts';
import classes from './dataset-fieldset.module.css';

const TYPES = SECTIONS.map(({ type, one }) => ({ value: type, label: one }));
const isDatasetType = (value: string): value is DatasetType =>
  (DATASET_TYPES as readonly string[]).includes(value);

const STATES = [
  { value: '', label: 'Not given' },
  ...Object.entries(US_STATES).map(([value, label]) => ({ value, label })),
];

/** Which dataset the rows go into: a new one, or one that is there already. */
export function DatasetFieldset({ existing }: { existing: Dataset | undefined }) {
  const { register, control, setValue, getFieldState, formState } = useFormContext<DatasetFields>();
  const scoredAs = useId();
  const { errors } = formState;
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>Dataset</legend>
      <div className={classes.grid}>
        <TextInput
          label="Name"
          {...register('dataset_name', {
            onChange: ({ target }: { target: HTMLInputElement }) => {
              if (!getFieldState('dataset_key').isDirty) setValue('dataset_key', keyOf(target.value));
            },
          })}
          error={
            errors.dataset_name &&
            (errors.dataset_name.type === 'too_big'
              ? 'Names have at most 120 characters'
              : 'Give the dataset a name')
          }
        />
        <TextInput
          label="Key"
          description="Part of its address; cannot be changed later"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...register('dataset_key')}
          error={errors.dataset_key?.message}
        />
        <Controller
          control={control}
          name="dataset_type"
          render={({ field }) => (
            <NativeSelect
              label="Type"
              data={TYPES}
              value={existing?.dataset_type ?? field.value}
              disabled={existing !== undefined}
              name={field.name}
              onBlur={field.onBlur}
              onChange={({ currentTarget }) => {
                if (!isDatasetType(currentTarget.value)) return;
                field.onChange(currentTarget.value);
                if (currentTarget.value === 'ios') setValue('property_type', 'ios');
              }}
            />
          )}
        />
        <Controller
          control={control}
          name="state"
          render={({ field }) => (
            <NativeSelect
              label="State"
              data={STATES}
              value={existing ? (existing.state ?? '') : (field.value ?? '')}
              disabled={existing !== undefined}
              name={field.name}
              onBlur={field.onBlur}
              onChange={({ currentTarget: { value } }) => field.onChange(value === '' ? undefined : value)}
            />
          )}
        />
        <div>
          <Input.Label component="div" id={scoredAs} mb={4}>
            Scored for
          </Input.Label>
          <Controller
            control={control}
            name="property_type"
            render={({ field }) => (
              <SegmentedControl
                fullWidth
                aria-labelledby={scoredAs}
                data={[
                  { value: 'adu', label: 'Dwelling units (ADU)' },
                  { value: 'ios', label: 'Outdoor storage (IOS)' },
                ]}
                value={existing?.property_type ?? field.value}
                disabled={existing !== undefined}
                onChange={field.onChange}
              />
            )}
          />
        </div>
      </div>
      {existing && (
        <p className={classes.note}>
          This goes into the dataset {existing.dataset_name}, which is there already: parcel numbers that it
          knows are replaced, others are added.
        </p>
      )}
    </fieldset>
  );
}
