import { assign, setup } from 'xstate';

/** A message in a page that leaves by itself. */
export interface Notice {
  text: string;
  kind: 'success' | 'notice' | 'error';
  /** How long it is shown; without it, until it is dismissed. */
  forMs?: number;
}

/** Longer than anybody looks at a page; timers take no more than this. */
const FOR_EVER_MS = 2 ** 31 - 1;

/** Shows one notice at a time; a new one takes its place and its time. */
export const noticeMachine = setup({
  types: {
    context: {} as { notice: Notice | null },
    events: {} as { type: 'SHOW'; notice: Notice } | { type: 'DISMISS' },
    input: {} as { notice: Notice | null },
  },
  delays: { leave: ({ context }) => context.notice?.forMs ?? FOR_EVER_MS },
}).createMachine({
  id: 'notice',
  context: ({ input }) => ({ notice: input.notice }),
  initial: 'deciding',
  on: {
    SHOW: { target: '.shown', actions: assign({ notice: ({ event }) => event.notice }) },
  },
  states: {
    deciding: {
      always: [{ guard: ({ context }) => context.notice !== null, target: 'shown' }, { target: 'hidden' }],
    },
    hidden: { entry: assign({ notice: null }) },
    shown: { on: { DISMISS: 'hidden' }, after: { leave: 'hidden' } },
  },
});
