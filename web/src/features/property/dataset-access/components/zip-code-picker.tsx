import type { CityDataset } from '@landline/api/property/dataset-access/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import classes from './zip-code-picker.module.css';

/** Longer lists get a search field. */
const MAX_WITHOUT_SEARCH = 12;

interface ZipCodePickerProps {
  zipCodes: CityDataset['zipcodes'];
  /** Ids. */
  picked: readonly string[];
  onPick: (ids: readonly string[]) => void;
}

/** Checkboxes for the ZIP codes of a dataset. */
export function ZipCodePicker({ zipCodes, picked, onPick }: ZipCodePickerProps) {
  const [typed, setTyped] = useState('');
  if (zipCodes.length === 0) return <p className={classes.none}>This dataset has no ZIP codes.</p>;
  const shown = zipCodes.filter(({ dataset_key }) => dataset_key.startsWith(typed.trim()));
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>
        ZIP codes
        <span className="num">
          {picked.length} of {zipCodes.length}
        </span>
        <Button variant="subtle" size="compact-xs" onClick={() => onPick(zipCodes.map(({ id }) => id))}>
          All
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={() => onPick([])}>
          None
        </Button>
      </legend>
      {zipCodes.length > MAX_WITHOUT_SEARCH && (
        <TextInput
          aria-label="Find a ZIP code"
          placeholder="Find a ZIP code"
          inputMode="numeric"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <div className={classes.list}>
        {shown.map(({ id, dataset_key, candidate_count }) => (
          <Checkbox
            key={id}
            size="sm"
            label={
              <>
                {dataset_key} <span className={classes.count}>{formatCount(candidate_count)}</span>
              </>
            }
            checked={picked.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onPick(checked ? [...picked, id] : picked.filter((other) => other !== id))
            }
          />
        ))}
        {shown.length === 0 && <p className={classes.none}>No ZIP codes match.</p>}
      </div>
    </fieldset>
  );
}
