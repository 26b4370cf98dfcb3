import { expect, test } from 'vitest';
import { earthLink, hasParcelViewer, mapLink, parcelsLink, satelliteLink, valuationLinks } from './links.ts';

const place = {
  latitude: 33.9164,
  longitude: -118.3526,
  apn: '4051-017-023',
  street_address: '12700 Cordary Ave',
  city: 'Hawthorne',
  zip_code: '90250',
};
const nowhere = { ...place, latitude: null, longitude: null };
const of = (state: string, is_demo = false) => ({ state, is_demo, property_type: 'adu' as const });

test.each([
  ['of Los Angeles County by its number', place, 'CA', /lacounty\.gov\/parceldetail\/4051017023$/],
  ['of Utah', { ...place, apn: '12-045-0093' }, 'UT', /^https:\/\/parcels\.utah\.gov\/$/],
])('the public parcel viewer %s', (_, of_, state, link) => {
  expect(parcelsLink(of_, of(state))).toMatch(link);
});

test.each([
  ['another county of California', { ...place, latitude: 38.54, longitude: -121.74 }, of('CA')],
  ['another kind of number', { ...place, apn: '17-3' }, of('CA')],
  ['another state', place, of('NH')],
  ['made-up parcels', place, of('CA', true)],
])('there is none of %s', (_, of_, dataset) => {
  expect(parcelsLink(of_, dataset)).toBeNull();
});

test('what nobody located has no map, and made-up parcels no value', () => {
  for (const link of [mapLink, satelliteLink, earthLink]) {
    expect(link(nowhere)).toBeNull();
    expect(link(place)).toContain('33.9164,-118.3526');
  }
  expect(hasParcelViewer(of('CA', true))).toBe(false);
  expect(valuationLinks(place, of('CA', true))).toEqual([]);
  expect(valuationLinks(place, of('CA')).map(({ href }) => href)).toEqual([
    'https://www.zillow.com/homes/12700-Cordary-Ave-Hawthorne-CA-90250_rb/',
    'https://www.redfin.com/zipcode/90250',
  ]);
});
