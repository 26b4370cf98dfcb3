import { CLASSIFICATION_DISPLAY } from '../classification/classification-display.ts';
import { FILTER_NAMES, type FilterName, type Filters } from './list-state.ts';

const THIS_YEAR = new Date().getFullYear();

/** The numeric filters with their limits (spec 001 §5). */
export const NUMBER_FILTERS = [
  { name: 'minScore', label: 'Min score', unit: '', min: 0, max: 100, step: 1 },
  { name: 'minBaseScore', label: 'Min base score', unit: '', min: 0, max: 100, step: 1 },
  { name: 'minOpenSpace', label: 'Min open space', unit: '%', min: 0, max: 100, step: 1 },
  { name: 'minLotSize', label: 'Min lot size', unit: ' ac', min: 0, max: 100_000, step: 0.1 },
  { name: 'minUnits', label: 'Min units', unit: '', min: 0, max: 100_000, step: 1 },
  { name: 'minYearBuilt', label: 'Min year built', unit: '', min: 1900, max: THIS_YEAR, step: 1 },
  { name: 'maxYearBuilt', label: 'Max year built', unit: '', min: 1900, max: THIS_YEAR, step: 1 },
] as const;

/** Returns the texts of the filters that are on. */
export function activeFilters(filters: Filters): { name: FilterName; text: string }[] {
  const { search, apn, classification, zoning, environmentalGrade, newOnly, bbox, area } = filters;
  const list = (values: string) => values.replaceAll(',', ', ');
  const numbers = NUMBER_FILTERS.map(({ name, label, unit }) => {
    const value = filters[name];
    return [name, value === null ? null : `${label}: ${value}${unit}`];
  });
  const texts: Partial<Record<FilterName, string | null>> = {
    ...Object.fromEntries(numbers),
    search: search && `Address: ${search}`,
    apn: apn && `APN: ${apn}`,
    classification: classification && `Classification: ${CLASSIFICATION_DISPLAY[classification].label}`,
    zoning: zoning && `Zoning: ${list(zoning)}`,
    environmentalGrade: environmentalGrade && `Environmental grade: ${list(environmentalGrade)}`,
    newOnly: newOnly && 'New since your last visit',
    bbox: bbox && 'Area: map view',
    area: area && `Area: drawn (${area.split(',').length / 2} corners)`,
  };
  return FILTER_NAMES.flatMap((name) => {
    const text = texts[name];
    return text ? [{ name, text }] : [];
  });
}
