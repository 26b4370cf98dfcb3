let known: boolean | undefined;

/** Whether this browser can draw a map; asked once. */
export function hasWebGL(): boolean {
  known ??= document.createElement('canvas').getContext('webgl2') !== null;
  return known;
}
