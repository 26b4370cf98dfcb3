import type { WordTable } from './document.ts';

/** Points of spec 001 §9 for IOS. The additional spellings are those of imported assessor rolls. */
export const ZONING: WordTable = {
  label: 'Zoning',
  why: 'Agricultural 4-5: 5 where the zone is for farming only, 4 where it also allows homes.',
  rules: [
    { label: 'IP-M-1', codes: ['ipm1'], value: 13 },
    { label: 'M-1 or M-2', codes: ['m1', 'm2'], value: 15 },
    {
      label: 'industrial',
      words: ['industrial', 'manufacturing'],
      codes: ['ind', 'indl', 'indh'],
      value: 12,
    },
    {
      label: 'public or institutional',
      words: ['public', 'institution', 'open space'],
      codes: ['pi', 'pl', 'os'],
      value: 0,
    },
    {
      label: 'rural or residential agriculture',
      words: ['rural', 'residential agricultur'],
      codes: ['ra', 'ar', 'rr', 'rl', 'rl1', 'rl2', 'rl3'],
      value: 4,
    },
    { label: 'agricultural', words: ['agricultur', 'farm'], codes: ['a', 'a1', 'a2', 'a5', 'ag'], value: 5 },
    {
      label: 'C-2 or general commercial',
      words: ['commercial general', 'general commercial'],
      codes: ['c2', 'gc', 'cg'],
      value: 8,
    },
    {
      label: 'residential',
      words: ['residential', 'single family', 'multi family', 'multifamily'],
      codes: ['r', 'r1', 'r2', 'r3', 'r4', 'r5', 'rs', 'rm', 'ro', 'rmf', 'sfr', 'mfr'],
      value: 2,
    },
  ],
  otherwise: { label: 'another zone', value: 6 },
  unknown: { label: 'zoning not known', value: 6 },
};
