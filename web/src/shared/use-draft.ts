import { shallowEqual } from '@mantine/hooks';
import { type Dispatch, type SetStateAction, useState } from 'react';

/** Returns a state that starts over whenever `value` changes, in a form that stays mounted so that it keeps the focus. */
export function useDraft<Value>(value: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [draft, setDraft] = useState(value);
  const [source, setSource] = useState(value);
  if (!shallowEqual(value, source)) {
    setSource(value);
    setDraft(value);
  }
  return [draft, setDraft];
}
