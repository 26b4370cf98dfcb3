/** Returns red, green and blue of a hex or rgb() color, 0 to 255; the default violet if the color cannot be parsed. */
function channels(color: string): readonly [number, number, number] {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(color.trim())?.[1];
  const parts = hex
    ? (hex.length < 6 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])).map((pair) =>
        Number.parseInt(pair, 16),
      )
    : (color.match(/[\d.]+/g) ?? []).map(Number);
  const [red = 105, green = 8, blue = 201] = parts;
  return [red, green, blue];
}

/** Returns the relative luminance of a color (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // `map` keeps the number of elements
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(first: string, second: string): number {
  const [light = 1, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const DARK = '#17131f';

/** Returns white if it is readable on the color, otherwise near-black. */
export const readableOn = (color: string): string =>
  contrast(color, '#ffffff') >= Math.min(4.5, contrast(color, DARK)) ? '#ffffff' : DARK;
