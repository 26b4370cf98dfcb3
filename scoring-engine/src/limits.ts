import type { ScoringModel } from './model/document.ts';
import { NA } from './na.ts';

/** Whether a parcel's area rules a score out (spec 001 §5). NaN is not known. */
export function naOfParcelArea({ parcel_area }: ScoringModel, area: number): number {
  if (Number.isNaN(area)) return NA.parcelAreaUnknown;
  return area < parcel_area.from || area > parcel_area.to ? NA.parcelAreaOutside : NA.none;
}

/** Whether a building area rules a score out (spec 001 §5). One that is not known does not. */
export function naOfBuildingArea({ building_area }: ScoringModel, area: number): number {
  return area < building_area.from || area > building_area.to ? NA.buildingAreaOutside : NA.none;
}
