import type { Grade } from '@landline/event-schemas';
import { describe, expect, test } from 'vitest';
import { GRADE_COLORS, type Scheme, SURFACES } from './palette.ts';

/** Opacity of a badge's fill (`grade-badge.module.css`). */
const BADGE_OPACITY = 0.1;

type Rgb = [number, number, number];

const rgb = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;
const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = (color: Rgb) => {
  const [r, g, b] = color.map(linear) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (first: Rgb, second: Rgb) => {
  const [high, low] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
};
const over = (top: Rgb, under: Rgb, alpha: number) =>
  top.map((c, i) => c * alpha + (under[i] ?? 0) * (1 - alpha)) as Rgb;

/** Full color-vision deficiency, Machado, Oliveira and Fernandes (2009), on linear RGB. */
const DEFICIENCIES = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
function lab(color: Rgb, matrix?: number[]): Rgb {
  let [r, g, b] = color.map(linear) as Rgb;
  if (matrix) {
    const simulated = [0, 3, 6].map((row) => {
      const [x = 0, y = 0, z = 0] = matrix.slice(row, row + 3);
      return Math.min(1, Math.max(0, x * r + y * g + z * b));
    });
    [r, g, b] = simulated as Rgb;
  }
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a: Rgb, b: Rgb) => Math.hypot(...a.map((c, i) => c - (b[i] ?? 0)));

describe.each(Object.keys(GRADE_COLORS) as Scheme[])('grades in the %s color scheme', (scheme) => {
  const grades = Object.entries(GRADE_COLORS[scheme]) as [Grade, string][];

  test.each(grades)('%s has 4.5:1 contrast on the page, on cards and on its badge', (_grade, hex) => {
    for (const surface of Object.values(SURFACES[scheme])) {
      expect(contrast(rgb(hex), rgb(surface))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(hex), over(rgb(hex), rgb(surface), BADGE_OPACITY))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(Object.entries(DEFICIENCIES))(
    'best, middle and worst grades stay distinguishable with %s',
    (_name, matrix) => {
      const { Premium, Good, Unsuitable } = GRADE_COLORS[scheme];
      const simulated = [Premium, Good, Unsuitable].map((hex) => lab(rgb(hex), matrix)) as [Rgb, Rgb, Rgb];
      expect(distance(simulated[0], simulated[2])).toBeGreaterThan(20);
      expect(distance(simulated[0], simulated[1])).toBeGreaterThan(15);
      expect(distance(simulated[1], simulated[2])).toBeGreaterThan(15);
    },
  );
});
