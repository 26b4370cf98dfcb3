import { randomUUID } from 'node:crypto';
import {
  CANDIDATE_FIELDS,
  type CandidateFeatures,
  type DomainEvent,
  EVERYONE,
  type PropertyType,
  streams,
  UNKNOWN_FEATURES,
} from '@landline/event-schemas';
import { candidateId } from '@landline/runtime/crypto/name-based-uuid';
import type { TestEnvironment } from './test-environment.ts';

/** Returns parcels that differ in the scored features; every 50th parcel has no scored features. */
export function parcels(datasetKey: string, count: number, variant = 0): CandidateFeatures[] {
  return Array.from({ length: count }, (_, n) => {
    const apn = `APN-${n}`;
    const identity = { ...UNKNOWN_FEATURES, id: candidateId(datasetKey, apn), apn };
    if (n % 50 === 49) return identity;
    const area = 8_000 + (((n + 1) * (2_654_435 + variant)) % 60_000);
    const openRatio = (((n + 1) * 40_503) % 1_000) / 1_000;
    return {
      ...identity,
      units: 1 + (n % 4),
      parcel_area: area,
      open_area: Math.round(area * openRatio),
      open_ratio: openRatio,
      building_area: area - Math.round(area * openRatio),
      building_count: 1 + (n % 3),
      building_area_source: n % 2 === 0 ? 'estimated' : 'county_adjusted',
      ios_property_type: n % 3 === 0 ? 'Industrial' : 'Vacant',
      lot_use: 'storage',
    } as CandidateFeatures;
  });
}

const ROWS_PER_EVENT = 500;
const EVENTS_PER_APPEND = 5;

/** Appends an import like the importer does; returns the position of its last event. */
export async function importParcels(
  environment: TestEnvironment,
  datasetKey: string,
  rows: readonly CandidateFeatures[],
  {
    propertyType = 'adu',
    end = 'DatasetImportCompleted',
  }: {
    propertyType?: PropertyType;
    end?: 'DatasetImportCompleted' | 'DatasetImportFailed' | 'none';
  } = {},
): Promise<bigint> {
  const importRef = { import_id: randomUUID(), dataset_key: datasetKey };
  const stream = streams.datasetImport(importRef.import_id);
  const events: DomainEvent[] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_EVENT) {
    const part = rows.slice(from, from + ROWS_PER_EVENT);
    const columns = CANDIDATE_FIELDS.filter((field) => part.some((row) => row[field] !== null));
    events.push({
      type: 'CandidatesImported',
      data: {
        ...importRef,
        property_type: propertyType,
        chunk: from / ROWS_PER_EVENT,
        first_line: from + 2,
        last_line: from + 1 + part.length,
        bytes_read: from,
        columns,
        rows: part.map((row) => columns.map((column) => row[column])),
        owners: [],
      },
    });
  }
  const summary = { ...importRef, imported: rows.length, rejected: 0, lines: rows.length };
  if (end === 'DatasetImportCompleted') events.push({ type: end, data: summary });
  if (end === 'DatasetImportFailed') events.push({ type: end, data: { ...importRef, reason: 'unreadable' } });
  let position = -1n;
  for (let from = 0; from < events.length; from += EVENTS_PER_APPEND) {
    position = await environment.append(stream, events.slice(from, from + EVENTS_PER_APPEND));
  }
  return position;
}

/** Appends a classification; returns its position. */
export async function classify(
  environment: TestEnvironment,
  datasetKey: string,
  candidate: string,
  classification: 'good' | 'bad',
  { scope = EVERYONE, propertyType = 'adu' }: { scope?: string; propertyType?: PropertyType } = {},
): Promise<bigint> {
  const data = {
    candidate_id: candidate,
    dataset_key: datasetKey,
    scope,
    judged_by: 'staff-1',
    property_type: propertyType,
    classification,
    notes: '',
    factor_ids: [],
    original_score: null,
  };
  return await environment.append(streams.judgement(scope, candidate), [
    { type: 'PropertyClassified', data },
  ]);
}

/** Appends the removal of a classification; returns its position. */
export async function removeClassification(
  environment: TestEnvironment,
  datasetKey: string,
  candidate: string,
  scope = EVERYONE,
): Promise<bigint> {
  const data = { candidate_id: candidate, dataset_key: datasetKey, scope, property_type: 'adu' as const };
  return await environment.append(streams.judgement(scope, candidate), [
    { type: 'ClassificationRemoved', data },
  ]);
}
