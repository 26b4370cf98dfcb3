import type { CityDataset } from '@landline/api/grants/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import classes from './zip-code-picker.module.css';

/** More than these cannot be looked over: they are searched. */
const LOOKED_OVER = 12;

interface ZipCodePickerProps {
  zipCodes: CityDataset['zipcodes'];
  /** Ids. */
  picked: readonly string[];
  onPick: (ids: readonly string[]) => void;
}

/** The zip codes of a dataset, any number of them to be picked. */
export function ZipCodePicker({ zipCodes, picked, onPick }: ZipCodePickerProps) {
  const [typed, setTyped] = useState('');
  if (zipCodes.length === 0) return <p className={classes.none}>This dataset has no zip codes.</p>;
  const shown = zipCodes.filter(({ dataset_key }) => dataset_key.startsWith(typed.trim()));
  const chosen = new Set(picked);
  const toggle = (id: string) =>
    onPick(chosen.has(id) ? picked.filter((other) => other !== id) : [...picked, id]);
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
      {zipCodes.length > LOOKED_OVER && (
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
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
          />
        ))}
        {shown.length === 0 && <p className={classes.none}>No ZIP code begins like that.</p>}
      </div>
    </fieldset>
  );
}
