import { NumberInput, type NumberInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Typing is over after so long (spec 001 §9). */
const DEBOUNCE_MS = 500;

/**
 * What is being typed, handed on when the typing pauses or the field is left. What the address says from
 * elsewhere (a chip removed, the back button) replaces it.
 */
function useTyped<T>(value: T, onFilter: (value: T) => void) {
  const [typed, setTyped] = useState(value);
  const handed = useRef(value);
  useEffect(() => {
    if (handed.current !== value) {
      handed.current = value;
      setTyped(value);
    }
  }, [value]);
  const hand = useDebouncedCallback(
    (next: T) => {
      if (handed.current === next) return;
      handed.current = next;
      onFilter(next);
    },
    { delay: DEBOUNCE_MS, flushOnUnmount: false },
  );
  return {
    typed,
    type: (next: T) => {
      setTyped(next);
      hand(next);
    },
    leave: () => hand.flush(),
  };
}

interface TextProps extends Omit<TextInputProps, 'value'> {
  value: string | null;
  onFilter: (value: string | null) => void;
}

/** A text filter: null when blank. */
export function FilterText({ value, onFilter, ...rest }: TextProps) {
  const { typed, type, leave } = useTyped(value ?? '', (text) =>
    onFilter(text.trim() === '' ? null : text.trim()),
  );
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

interface NumberProps extends Omit<NumberInputProps, 'value'> {
  value: number | null;
  onFilter: (value: number | null) => void;
}

/** A numeric filter: null when empty, which the api takes for no limit; held within its limits. */
export function FilterNumber({ value, onFilter, min = 0, max, ...rest }: NumberProps) {
  const { typed, type, leave } = useTyped<string | number>(value ?? '', (next) => {
    const figure = next === '' ? Number.NaN : Number(next);
    onFilter(Number.isFinite(figure) && figure >= Number(min) ? figure : null);
  });
  return (
    <NumberInput
      {...rest}
      min={min}
      {...(max !== undefined && { max })}
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
