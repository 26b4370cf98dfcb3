let known: boolean | undefined;

/** Returns whether this browser can draw a map; checked once. */
export function hasWebGL(): boolean {
  known ??= document.createElement('canvas').getContext('webgl2') !== null;
  return known;
}
