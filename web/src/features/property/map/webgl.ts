let isSupported: boolean | undefined;

/** Returns whether this browser can draw a map; checked once. */
export function hasWebGL(): boolean {
  isSupported ??= document.createElement('canvas').getContext('webgl2') !== null;
  return isSupported;
}
