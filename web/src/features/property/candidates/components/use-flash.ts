import { useEffect, useRef, useState } from 'react';

const FLASH_MS = 1_400;

/** Returns true for a moment after the value changes. */
export function useFlash(value: unknown): boolean {
  const previous = useRef(value);
  const [flashing, setFlashing] = useState(false);
  useEffect(() => {
    if (previous.current === value) return;
    previous.current = value;
    setFlashing(true);
    const timer = setTimeout(() => setFlashing(false), FLASH_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return flashing;
}
