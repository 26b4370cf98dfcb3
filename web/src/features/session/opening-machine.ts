import { createMachine } from 'xstate';
import { LOGIN_READY_MS } from './constants.ts';

/** A login form takes nothing in its first moment (spec 000 §4). */
export const openingMachine = createMachine({
  id: 'opening',
  initial: 'closed',
  states: { closed: { after: { [LOGIN_READY_MS]: 'open' } }, open: { type: 'final' } },
});
