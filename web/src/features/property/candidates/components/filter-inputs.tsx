import { NumberInput, type NumberInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Debounce delay after typing, in milliseconds (spec 001 §9). */
const DEBOUNCE_MS = 500;

/**
 * Holds the text being typed and reports its value when the typing pauses or the field is left. A change made
 * elsewhere, such as removing a chip or going back, replaces the text.
 */
function useDebouncedFilter<Typed, Value>(
  value: Value | null,
  read: (typed: Typed | '') => Value | null,
  onFilter: (value: Value | null) => void,
) {
  const [typed, setTyped] = useState<Typed | Value | ''>(value ?? '');
  const reported = useRef(value);
  const report = useDebouncedCallback(
    (next: Value | null) => {
      if (reported.current === next) return;
      reported.current = next;
      onFilter(next);
    },
    { delay: DEBOUNCE_MS, flushOnUnmount: false },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the value changes, not with each render
  useEffect(() => {
    if (reported.current === value) return;
    report.cancel();
    reported.current = value;
    setTyped(value ?? '');
  }, [value]);
  return {
    typed,
    change: (next: Typed | '') => {
      setTyped(next);
      report(read(next));
    },
    onLeave: {
      onBlur: () => report.flush(),
      onKeyDown: ({ key }: { key: string }) => key === 'Enter' && report.flush(),
    },
  };
}

interface TextProps extends Omit<TextInputProps, 'value'> {
  value: string | null;
  onFilter: (value: string | null) => void;
}

const readText = (typed: string) => (typed.trim() === '' ? null : typed.trim());

/** A text filter; null when blank. */
export function FilterText({ value, onFilter, ...rest }: TextProps) {
  const { typed, change, onLeave } = useDebouncedFilter<string, string>(value, readText, onFilter);
  return (
    <TextInput
      {...rest}
      value={typed}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      {...onLeave}
    />
  );
}

interface NumberProps extends Omit<NumberInputProps, 'value' | 'min' | 'max'> {
  value: number | null;
  min: number;
  max: number;
  onFilter: (value: number | null) => void;
}

/** A numeric filter within its limits; null (no limit) when empty. */
export function FilterNumber({ value, onFilter, min, max, ...rest }: NumberProps) {
  const read = (typed: string | number) => {
    const figure = typed === '' ? Number.NaN : Number(typed);
    // Values below the minimum may be unfinished: 1985 begins with 19.
    return Number.isFinite(figure) && figure >= min ? Math.min(figure, max) : null;
  };
  const { typed, change, onLeave } = useDebouncedFilter<string | number, number>(value, read, onFilter);
  return (
    <NumberInput
      {...rest}
      min={min}
      max={max}
      hideControls
      clampBehavior="blur"
      allowNegative={false}
      thousandSeparator={false}
      placeholder="Any"
      value={typed}
      onChange={change}
      {...onLeave}
    />
  );
}
