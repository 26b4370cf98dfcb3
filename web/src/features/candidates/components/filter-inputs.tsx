import { NumberInput, type NumberInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Typing is over after so long (spec 001 §9). */
const DEBOUNCE_MS = 500;

/**
 * What is being typed, handed on as `read` understands it when the typing pauses or the field is left. What the
 * address says from elsewhere (a chip removed, the back button) replaces it.
 */
function useTyped<Typed, Value>(
  value: Value | null,
  read: (typed: Typed | '') => Value | null,
  onFilter: (value: Value | null) => void,
) {
  const [typed, setTyped] = useState<Typed | Value | ''>(value ?? '');
  const handed = useRef(value);
  const hand = useDebouncedCallback(
    (next: Value | null) => {
      if (handed.current === next) return;
      handed.current = next;
      onFilter(next);
    },
    { delay: DEBOUNCE_MS, flushOnUnmount: false },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value is news, not another render
  useEffect(() => {
    if (handed.current === value) return;
    hand.cancel();
    handed.current = value;
    setTyped(value ?? '');
  }, [value]);
  return {
    typed,
    type: (next: Typed | '') => {
      setTyped(next);
      hand(read(next));
    },
    leave: () => hand.flush(),
  };
}

interface TextProps extends Omit<TextInputProps, 'value'> {
  value: string | null;
  onFilter: (value: string | null) => void;
}

const readText = (typed: string) => (typed.trim() === '' ? null : typed.trim());

/** A text filter: null when blank. */
export function FilterText({ value, onFilter, ...rest }: TextProps) {
  const { typed, type, leave } = useTyped<string, string>(value, readText, onFilter);
  return (
    <TextInput
      {...rest}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  );
}

interface NumberProps extends Omit<NumberInputProps, 'value' | 'min' | 'max'> {
  value: number | null;
  min: number;
  max: number;
  onFilter: (value: number | null) => void;
}

/** A numeric filter: null when empty, which the api takes for no limit; held within its limits. */
export function FilterNumber({ value, onFilter, min, max, ...rest }: NumberProps) {
  const read = (typed: string | number) => {
    const figure = typed === '' ? Number.NaN : Number(typed);
    // Below its least it may not be typed to the end: 19 is how 1985 begins.
    return Number.isFinite(figure) && figure >= min ? Math.min(figure, max) : null;
  };
  const { typed, type, leave } = useTyped<string | number, number>(value, read, onFilter);
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
      onChange={type}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  );
}
