import { DATASET_TYPES, type DatasetType } from '@landline/event-schemas';
import { Input, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useDatasets } from '../../datasets/api/list-datasets.ts';
import { SECTIONS } from '../../datasets/paths.ts';
import { type DatasetFields, keyOf } from '../dataset-fields.ts';
import classes from './dataset-fieldset.module.css';

const TYPES = SECTIONS.map(({ type, one }) => ({ value: type, label: one }));
const isDatasetType = (value: string): value is DatasetType =>
  (DATASET_TYPES as readonly string[]).includes(value);

/** Which dataset the rows go into: a new one, or one that is there already. */
export function DatasetFieldset() {
  const { register, control, setValue, getFieldState, watch, formState } = useFormContext<DatasetFields>();
  const { data } = useDatasets();
  const scoredAs = useId();
  const key = watch('dataset_key');
  const existing = SECTIONS.flatMap(({ type }) => data?.[type] ?? []).find(
    (dataset) => dataset.dataset_key === key,
  );
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
          error={errors.dataset_name && 'Give the dataset a name'}
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
