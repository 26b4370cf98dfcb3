import { expect, test } from 'vitest';
import { hasParcelViewer, mapLinks, parcelsLink, valuationLinks } from './external-links.ts';

const laParcel = {
  latitude: 33.9164,
  longitude: -118.3526,
  apn: '4051-017-023',
  street_address: '12700 Cordary Ave',
  city: 'Hawthorne',
  zip_code: '90250',
};
const datasetIn = (state: string, is_demo = false) => ({ state, is_demo, property_type: 'adu' as const });

test.each([
  ['by parcel number in Los Angeles County', laParcel, 'CA', /lacounty\.gov\/parceldetail\/4051017023$/],
  ['of the state in Utah', { ...laParcel, apn: '12-045-0093' }, 'UT', /^https:\/\/parcels\.utah\.gov\/$/],
])('links to the public parcel viewer %s', (_, parcel, state, link) => {
  expect(parcelsLink(parcel, datasetIn(state))).toMatch(link);
});

test.each([
  ['another county of California', { ...laParcel, latitude: 38.54, longitude: -121.74 }, datasetIn('CA')],
  ['another kind of parcel number', { ...laParcel, apn: '17-3' }, datasetIn('CA')],
  ['another state', laParcel, datasetIn('NH')],
  ['a demo parcel', laParcel, datasetIn('CA', true)],
])('links to no parcel viewer for %s', (_, parcel, dataset) => {
  expect(parcelsLink(parcel, dataset)).toBeNull();
});

test('returns no map links without coordinates', () => {
  expect(mapLinks({ ...laParcel, latitude: null, longitude: null })).toBeNull();
  const links = Object.values(mapLinks(laParcel) ?? {});
  expect(links).toHaveLength(3);
  for (const link of links) expect(link).toContain('33.9164,-118.3526');
});

test('returns no parcel viewer and no valuation links for demo parcels', () => {
  expect(hasParcelViewer(datasetIn('CA', true))).toBe(false);
  expect(valuationLinks(laParcel, datasetIn('CA', true))).toEqual([]);
  expect(valuationLinks(laParcel, datasetIn('CA')).map(({ href }) => href)).toEqual([
    'https://www.zillow.com/homes/12700-Cordary-Ave-Hawthorne-CA-90250_rb/',
    'https://www.redfin.com/zipcode/90250',
  ]);
});
