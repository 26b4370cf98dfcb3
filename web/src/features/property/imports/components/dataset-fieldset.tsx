import type { Dataset } from '@landline/api/property/datasets/contract';
import { Box, Input, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { SECTIONS } from '../../datasets/paths.ts';
import { type DatasetFields, datasetFields, keyOf } from '../dataset-fields.ts';
import { US_STATES } from '../us-states.ts';
import classes from './dataset-fieldset.module.css';

const TYPES = SECTIONS.map(({ type, typeName }) => ({ value: type, label: typeName }));

const STATES = [
  { value: '', label: 'None' },
  ...Object.entries(US_STATES).map(([value, label]) => ({ value, label })),
];

interface DatasetFieldsetProps {
  existing: Dataset | undefined;
  /** False if the key follows the name until it is edited. */
  isKeyGiven: boolean;
}

/** Fields of a new dataset, or the fixed fields of an existing one. */
export function DatasetFieldset({ existing, isKeyGiven }: DatasetFieldsetProps) {
  const { register, watch, setValue, getFieldState, formState } = useFormContext<DatasetFields>();
  const scoreAs = useId();
  const { errors } = formState;
  return (
    <Box component="fieldset" miw={0} m={0} p={0} bd={0}>
      <Text component="legend" fz="lg" fw={600} mb="sm">
        Dataset
      </Text>
      <div className={classes.grid}>
        <TextInput
          label="Name"
          {...register('dataset_name', {
            onChange: ({ target }: { target: HTMLInputElement }) => {
              if (!isKeyGiven && !getFieldState('dataset_key').isDirty)
                setValue('dataset_key', keyOf(target.value));
            },
          })}
          error={
            errors.dataset_name &&
            (errors.dataset_name.type === 'too_big' ? 'Use at most 120 characters' : 'Enter a name')
          }
        />
        <TextInput
          label="Key"
          description="Part of the dataset URL. It cannot be changed later."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...register('dataset_key')}
          error={errors.dataset_key?.message}
        />
        <NativeSelect
          label="Type"
          data={TYPES}
          value={existing?.dataset_type ?? watch('dataset_type')}
          disabled={existing !== undefined}
          onChange={({ currentTarget }) => {
            setValue('dataset_type', datasetFields.shape.dataset_type.parse(currentTarget.value));
            if (currentTarget.value === 'ios') setValue('property_type', 'ios');
          }}
        />
        <NativeSelect
          label="State"
          data={STATES}
          value={(existing ? existing.state : watch('state')) ?? ''}
          disabled={existing !== undefined}
          onChange={({ currentTarget }) => setValue('state', currentTarget.value || undefined)}
        />
        <div>
          <Input.Label component="div" id={scoreAs} mb={4}>
            Score as
          </Input.Label>
          <SegmentedControl
            fullWidth
            aria-labelledby={scoreAs}
            data={[
              { value: 'adu', label: 'Dwelling units (ADU)' },
              { value: 'ios', label: 'Outdoor storage (IOS)' },
            ]}
            value={existing?.property_type ?? watch('property_type')}
            disabled={existing !== undefined}
            onChange={(value) => setValue('property_type', value)}
          />
        </div>
      </div>
      {existing && (
        <Text fz="sm" c="dimmed" maw="72ch" mt="sm">
          Rows are added to the existing dataset {existing.dataset_name}. Parcels whose number already exists
          are replaced.
        </Text>
      )}
    </Box>
  );
}
