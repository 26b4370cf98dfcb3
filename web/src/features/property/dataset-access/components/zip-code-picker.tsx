import type { CityDataset } from '@landline/api/property/dataset-access/contract';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import classes from './zip-code-picker.module.css';

/** Longer lists get a search field. */
const MAX_WITHOUT_SEARCH = 12;

interface ZipCodePickerProps {
  zipCodes: CityDataset['zipcodes'];
  /** Selected ZIP code ids. */
  selectedIds: readonly string[];
  onSelect: (ids: readonly string[]) => void;
}

/** Checkboxes for the ZIP codes of a dataset. */
export function ZipCodePicker({ zipCodes, selectedIds, onSelect }: ZipCodePickerProps) {
  const [search, setSearch] = useState('');
  if (zipCodes.length === 0) return <Text c="dimmed">This dataset has no ZIP codes.</Text>;
  const matches = zipCodes.filter(({ dataset_key }) => dataset_key.startsWith(search.trim()));
  return (
    <Stack component="fieldset" gap="xs" miw={0} m={0} p={0} bd={0}>
      <Group component="legend" gap="xs" wrap="nowrap" p={0} pb={6} fw={550}>
        ZIP codes
        <Text span c="dimmed" className="num">
          {selectedIds.length} of {zipCodes.length}
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={() => onSelect(zipCodes.map(({ id }) => id))}>
          All
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={() => onSelect([])}>
          None
        </Button>
      </Group>
      {zipCodes.length > MAX_WITHOUT_SEARCH && (
        <TextInput
          aria-label="Find a ZIP code"
          placeholder="Find a ZIP code"
          inputMode="numeric"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          // Otherwise, Enter would submit the form with an unfinished selection.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className={classes.list}>
        {matches.map(({ id, dataset_key, candidate_count }) => (
          <Checkbox
            key={id}
            size="sm"
            label={
              <>
                {dataset_key}{' '}
                <Text span inherit c="dimmed">
                  {formatCount(candidate_count)}
                </Text>
              </>
            }
            checked={selectedIds.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onSelect(checked ? [...selectedIds, id] : selectedIds.filter((other) => other !== id))
            }
          />
        ))}
        {matches.length === 0 && <Text c="dimmed">No ZIP codes match.</Text>}
      </div>
    </Stack>
  );
}
