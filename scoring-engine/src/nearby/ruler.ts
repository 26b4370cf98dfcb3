/** Mean radius of the earth (IUGG), and the length of a degree of latitude, in meters. */
const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;
export const METERS_PER_DEGREE = EARTH_RADIUS * RADIANS;

/**
 * Measures distances from one place, on the plane that touches the earth halfway to the other place. Up to 300 km,
 * and away from the poles, the error is less than a thousandth of the haversine distance.
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

  /** Returns the distance to a place, in meters. */
  to(latitude: number, longitude: number): number {
    const north = latitude - this.latitude;
    const half = north * (RADIANS / 2);
    // Cosine of the latitude halfway, by its series: a Math.cos call costs as much as everything else here.
    const cos = this.#cos * (1 - half * half * 0.5) - this.#sin * half;
    const east = (longitude - this.longitude) * cos;
    return METERS_PER_DEGREE * Math.sqrt(north * north + east * east);
  }

  /** Returns the minimum length of a degree of longitude within a distance, in meters. */
  metersPerLongitude(within: number): number {
    const farthest = Math.min(89.9, Math.abs(this.latitude) + within / METERS_PER_DEGREE);
    return METERS_PER_DEGREE * Math.cos(farthest * RADIANS);
  }
}
