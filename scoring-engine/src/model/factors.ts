import type { ScoringModel, TrainingFactor } from './document.ts';

type Training = ScoringModel['adu']['training'];

const factor = (
  id: string,
  factor_name: string,
  adjustment_value: number,
  description: string,
): TrainingFactor => ({
  id,
  factor_name,
  description,
  adjustment_value,
});

const BASE: Pick<Training, 'why' | 'base'> = {
  why: 'Spec 001 §9 gives the bar (30 points fill it), not the values. A classification without reasons is a moderate change; two or three reasons make it a major one. No reason weighs more than the classification.',
  base: { good: 12, bad: -12 },
};

export const ADU_TRAINING: Training = {
  ...BASE,
  positive: [
    factor(
      'adu-open-yard',
      'Ample open space',
      6,
      'Room for a new home without giving up what the tenants use.',
    ),
    factor('adu-garages', 'Convertible garages', 6, 'Garages or carports can be converted in place.'),
    factor('adu-access', 'Separate access', 5, 'An alley, a second street frontage or a separate driveway.'),
    factor('adu-rents', 'Strong rental area', 4, 'Nearby units rent quickly and cover the cost of building.'),
    factor('adu-layout', 'Flexible layout', 4, 'The buildings leave several places to build.'),
  ],
  negative: [
    factor('adu-unusable', 'Open space not usable', -7, 'Setbacks, slope or trees leave no room to build.'),
    factor('adu-no-access', 'No access to the rear', -6, 'No access wide enough to reach the open area.'),
    factor('adu-parking', 'Parking is needed', -6, 'The open area is parking that has to stay.'),
    factor(
      'adu-condominium',
      'Townhouse or condominium',
      -7,
      'Divided ownership: no single owner can decide.',
    ),
    factor(
      'adu-developed',
      'Already developed',
      -8,
      'Homes have already been added or are under construction.',
    ),
    factor('adu-wrong-data', 'Wrong data', -8, 'The record does not match the property.'),
  ],
};

export const IOS_TRAINING: Training = {
  ...BASE,
  positive: [
    factor('ios-yard', 'Already used as a yard', 6, 'The lot is used for outdoor storage today.'),
    factor('ios-trucks', 'Truck access', 6, 'Wide roads and gates, and a truck route to the highway.'),
    factor('ios-zoned', 'Storage allowed by right', 5, 'The zone permits outdoor storage without a hearing.'),
    factor('ios-paved', 'Paved and fenced', 4, 'The surface carries heavy loads and the yard is secured.'),
    factor('ios-owner', 'Motivated owner', 4, 'Vacant, for sale, or held for a long time.'),
  ],
  negative: [
    factor('ios-contamination', 'Contamination', -8, 'Cleanup would cost too much.'),
    factor('ios-no-trucks', 'Poor truck access', -7, 'Weight limits, narrow streets or no turning room.'),
    factor('ios-built-over', 'Buildings cover the lot', -7, 'There is hardly any yard.'),
    factor('ios-homes', 'Homes next door', -6, 'Neighbors would oppose noise and trucks.'),
    factor('ios-water', 'Floods or wet ground', -6, 'Standing water or a channel across the site.'),
    factor('ios-wrong-data', 'Wrong data', -8, 'The record does not match the property.'),
  ],
};
