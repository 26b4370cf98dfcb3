import type { PropertyType } from '@landline/event-schemas';
import { CloseButton, UnstyledButton } from '@mantine/core';
import { FILTER_NAMES, type FilterName, type Filters, useListState } from '../list-state.ts';
import classes from './active-filters.module.css';

/** What each filter says when it is on. */
const SAYS: { [Name in FilterName]: (value: NonNullable<Filters[Name]>) => string } = {
  search: (text) => `Address: ${text}`,
  apn: (text) => `APN: ${text}`,
  minScore: (points) => `Score from ${points}`,
  minBaseScore: (points) => `Base score from ${points}`,
  minOpenSpace: (percent) => `Open space from ${percent} %`,
  minLotSize: (acres) => `Lot from ${acres} ac`,
  minUnits: (units) => `Units from ${units}`,
  minYearBuilt: (year) => `Built from ${year}`,
  maxYearBuilt: (year) => `Built to ${year}`,
  classification: (label) => `Label: ${label}`,
  zoning: (zones) => `Zoning: ${zones.replaceAll(',', ', ')}`,
  environmentalGrade: (grades) => `Environmental grade: ${grades.replaceAll(',', ', ')}`,
  newOnly: () => 'New since your last visit',
  bbox: () => 'Area: part of the map',
  area: (corners) => `Area: drawn, ${corners.split(',').length / 2} corners`,
};

function says<Name extends FilterName>(name: Name, filters: Filters): string | null {
  const value = filters[name];
  return value === null ? null : SAYS[name](value);
}

/** A chip for each filter that is on, and one way to be rid of all. */
export function ActiveFilters({ type }: { type: PropertyType }) {
  const { state, filter, clear } = useListState(type);
  const active = FILTER_NAMES.flatMap((name) => {
    const text = says(name, state);
    return text === null ? [] : [{ name, text }];
  });
  if (active.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {active.map(({ name, text }) => (
        <li key={name} className={classes.chip}>
          {text}
          <CloseButton
            size={20}
            iconSize={12}
            aria-label={`Remove ${text}`}
            onClick={() => filter({ [name]: null })}
          />
        </li>
      ))}
      <li>
        <UnstyledButton className={classes.clear} onClick={clear}>
          Clear all
        </UnstyledButton>
      </li>
    </ul>
  );
}
