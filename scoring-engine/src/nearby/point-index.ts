import { METERS_PER_DEGREE, Ruler } from './geo.ts';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** What is found is written here, so that a million searches make nothing to collect. */
export class Found {
  count = 0;
  indexes = new Uint32Array(64);
  meters = new Float64Array(64);

  /** Keeps them nearest first; of two as far, the one with the lower index. */
  add(index: number, meters: number): void {
    if (this.count === this.indexes.length) this.#grow();
    let at = this.count++;
    for (; at > 0; at--) {
      const before = this.meters[at - 1] as number;
      if (before < meters || (before === meters && (this.indexes[at - 1] as number) < index)) break;
      this.meters[at] = before;
      this.indexes[at] = this.indexes[at - 1] as number;
    }
    this.meters[at] = meters;
    this.indexes[at] = index;
  }

  #grow(): void {
    const indexes = new Uint32Array(this.indexes.length * 2);
    indexes.set(this.indexes);
    this.indexes = indexes;
    const meters = new Float64Array(this.meters.length * 2);
    meters.set(this.meters);
    this.meters = meters;
  }
}

/** A leaf is searched one by one. */
const LEAF = 8;

/**
 * Places as a k-d tree packed into arrays: the middle of a range is its node, latitude and longitude take turns.
 *
 *   [ south half | node | north half ]   then, in each half:   [ west | node | east ]
 */
export class PointIndex {
  readonly size: number;
  readonly #latitudes: Float64Array;
  readonly #longitudes: Float64Array;
  readonly #indexes: Uint32Array;
  readonly #ruler = new Ruler();
  #best = -1;
  #bestMeters = 0;

  constructor(places: readonly Place[]) {
    this.size = places.length;
    this.#latitudes = Float64Array.from(places, ({ latitude }) => latitude);
    this.#longitudes = Float64Array.from(places, ({ longitude }) => longitude);
    this.#indexes = Uint32Array.from(places, (_, index) => index);
    this.#sort(0, places.length - 1, true);
  }

  /** Adds the places within so many meters to what was found. */
  within(latitude: number, longitude: number, meters: number, found: Found): void {
    const ruler = this.#ruler.from(latitude, longitude);
    const north = meters / METERS_PER_DEGREE;
    const east = meters / ruler.metersPerLongitude(meters);
    this.#collect(0, this.size - 1, true, north, east, meters, found);
  }

  /** The nearest place within so many meters, -1 when there is none; `distance` says how far. */
  nearest(latitude: number, longitude: number, meters: number): number {
    const ruler = this.#ruler.from(latitude, longitude);
    this.#best = -1;
    this.#bestMeters = meters;
    this.#approach(0, this.size - 1, true, ruler.metersPerLongitude(meters));
    return this.#best;
  }

  /** Meters to what `nearest` found. */
  get distance(): number {
    return this.#bestMeters;
  }

  #collect(
    left: number,
    right: number,
    isLatitude: boolean,
    north: number,
    east: number,
    meters: number,
    found: Found,
  ): void {
    if (right - left < LEAF) {
      for (let at = left; at <= right; at++) this.#take(at, meters, found);
      return;
    }
    const middle = (left + right) >> 1;
    const past = isLatitude
      ? (this.#latitudes[middle] as number) - this.#ruler.latitude
      : (this.#longitudes[middle] as number) - this.#ruler.longitude;
    const reach = isLatitude ? north : east;
    if (Math.abs(past) <= reach) this.#take(middle, meters, found);
    if (past >= -reach) this.#collect(left, middle - 1, !isLatitude, north, east, meters, found);
    if (past <= reach) this.#collect(middle + 1, right, !isLatitude, north, east, meters, found);
  }

  #take(at: number, meters: number, found: Found): void {
    const distance = this.#ruler.to(this.#latitudes[at] as number, this.#longitudes[at] as number);
    if (distance <= meters) found.add(this.#indexes[at] as number, distance);
  }

  #approach(left: number, right: number, isLatitude: boolean, metersPerLongitude: number): void {
    if (right - left < LEAF) {
      for (let at = left; at <= right; at++) this.#consider(at);
      return;
    }
    const middle = (left + right) >> 1;
    const away = isLatitude
      ? ((this.#latitudes[middle] as number) - this.#ruler.latitude) * METERS_PER_DEGREE
      : ((this.#longitudes[middle] as number) - this.#ruler.longitude) * metersPerLongitude;
    this.#consider(middle);
    // The half that the place lies in goes first: it makes the other unlikely.
    if (away >= 0) this.#approach(left, middle - 1, !isLatitude, metersPerLongitude);
    else this.#approach(middle + 1, right, !isLatitude, metersPerLongitude);
    if (Math.abs(away) > this.#bestMeters) return;
    if (away >= 0) this.#approach(middle + 1, right, !isLatitude, metersPerLongitude);
    else this.#approach(left, middle - 1, !isLatitude, metersPerLongitude);
  }

  #consider(at: number): void {
    const distance = this.#ruler.to(this.#latitudes[at] as number, this.#longitudes[at] as number);
    const index = this.#indexes[at] as number;
    if (distance > this.#bestMeters) return;
    if (distance === this.#bestMeters && this.#best >= 0 && index > this.#best) return;
    this.#best = index;
    this.#bestMeters = distance;
  }

  #sort(left: number, right: number, isLatitude: boolean): void {
    if (right - left < LEAF) return;
    const middle = (left + right) >> 1;
    this.#select(middle, left, right, isLatitude ? this.#latitudes : this.#longitudes);
    this.#sort(left, middle - 1, !isLatitude);
    this.#sort(middle + 1, right, !isLatitude);
  }

  /** Brings what belongs at `middle` there, and what is less before it (quickselect). */
  #select(middle: number, left: number, right: number, axis: Float64Array): void {
    while (left < right) {
      const pivot = axis[(left + right) >> 1] as number;
      let low = left;
      let high = right;
      while (low <= high) {
        while ((axis[low] as number) < pivot) low++;
        while ((axis[high] as number) > pivot) high--;
        if (low <= high) this.#swap(low++, high--);
      }
      if (middle <= high) right = high;
      else if (middle >= low) left = low;
      else return;
    }
  }

  #swap(a: number, b: number): void {
    for (const column of [this.#latitudes, this.#longitudes, this.#indexes]) {
      const kept = column[a] as number;
      column[a] = column[b] as number;
      column[b] = kept;
    }
  }
}
