/** Mean radius of the earth (IUGG), and what a degree of latitude is on it. */
const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;
export const METERS_PER_DEGREE = EARTH_RADIUS * RADIANS;

/**
 * Measures from one place: on the plane that touches the earth halfway to the other. Within a thousandth of the haversine
 * distance up to 300 km, away from the poles.
 */
export class Ruler {
  latitude = 0;
  longitude = 0;
  #cos = 1;
  #sin = 0;

  from(latitude: number, longitude: number): this {
    this.latitude = latitude;
    this.longitude = longitude;
    this.#cos = Math.cos(latitude * RADIANS);
    this.#sin = Math.sin(latitude * RADIANS);
    return this;
  }

  /** Meters. */
  to(latitude: number, longitude: number): number {
    const north = latitude - this.latitude;
    const half = north * (RADIANS / 2);
    // The cosine of the latitude halfway, by its series: a call of Math.cos is what the rest costs together.
    const cos = this.#cos * (1 - half * half * 0.5) - this.#sin * half;
    const east = (longitude - this.longitude) * cos;
    return METERS_PER_DEGREE * Math.sqrt(north * north + east * east);
  }

  /** The least that a degree of longitude is worth in meters, of those that are so near. */
  metersPerLongitude(within: number): number {
    const farthest = Math.min(89.9, Math.abs(this.latitude) + within / METERS_PER_DEGREE);
    return METERS_PER_DEGREE * Math.cos(farthest * RADIANS);
  }
}
