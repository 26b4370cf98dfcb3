import type { Language } from '../understanding/language.ts';
import type { Figure, FigureExtractor } from './figure.ts';
import { SPACED_LETTER } from './numbers.ts';

const MORNING = String.raw`a\.?\s?m(?!\p{L})\.?|(?:de|por|in|da|di|del)\s(?:la\s|the\s)?(?:mañana|morning|manhã|mattina)|du matin`;
const EVENING = String.raw`p\.?\s?m(?!\p{L})\.?|(?:de|por|in|da|di|del)\s(?:la\s|the\s)?(?:tarde|noche|afternoon|evening|noite|pomeriggio|sera)|de l[’']après-midi|du soir`;
/** "am" or "pm" in any language. */
const HALF_OF_DAY = `(?:${MORNING}|${EVENING})`;
const IS_EVENING = new RegExp(`^(?:${EVENING})`, 'iu');
const CLOCK = String.raw`(?<![\d:.,$€£])(\d{1,2})(?:[:.](\d{2}))?`;
/** "7" in "7–9 pm", which may be in the morning or the evening. */
const RANGE_START = new RegExp(
  String.raw`${CLOCK}(?=\s*(?:-|–|—|to|and|until|till|a|à|bis)\s*\d{1,2}(?:[:.]\d{2})?\s*${HALF_OF_DAY})`,
  'giu',
);
const WITH_HALF_OF_DAY = new RegExp(String.raw`${CLOCK}\s*(${HALF_OF_DAY})`, 'giu');
const DIGITAL = /(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])/g;
const HOURS = new RegExp(
  String.raw`(?<![\d:.,])(\d{1,2})\s*(?:Uhr|h|[点點]|[时時](?!间|間)|시(?!간))\s*(\d{2})?(?:[分분](?!钟))?(?!${SPACED_LETTER}|\d)`,
  'giu',
);
const NOON = /(?<!\p{L})(?:noon|midday|mediod[ií]a|midi|mittags?|meio-dia|mezzogiorno)(?!\p{L})/giu;
const MIDNIGHT = /(?<!\p{L})(?:midnight|medianoche|minuit|mitternacht|meia-noite|mezzanotte)(?!\p{L})/giu;
const DAY = 1_440;
const HALF_DAY = 720;

/** Extracts the times of day, as minutes after midnight. */
export function extractTimes(extract: FigureExtractor, language: Language): void {
  const either = (hour = '', minute = '0') => timeAt(Number(hour), Number(minute), undefined);
  extract(RANGE_START, either);
  extract(WITH_HALF_OF_DAY, (hour, minute = '0', half = '') =>
    timeAt(Number(hour), Number(minute), IS_EVENING.test(half)),
  );
  extract(DIGITAL, either);
  if (language !== 'en') extract(HOURS, either);
  extract(NOON, () => timeAt(12, 0, true));
  extract(MIDNIGHT, () => timeAt(12, 0, false));
}

/** Returns a time; without AM or PM, an hour from 1 to 12 can mean two times. */
function timeAt(hour: number, minute: number, isEvening: boolean | undefined): Figure[] | undefined {
  if (hour > 24 || minute > 59) return undefined;
  const base = (hour % 12) * 60 + minute;
  const times =
    isEvening !== undefined && hour <= 12
      ? [base + (isEvening ? HALF_DAY : 0)]
      : hour > 12 || hour === 0
        ? [(hour * 60 + minute) % DAY]
        : [base, base + HALF_DAY];
  const keys = times.map((minutes) => `time:${minutes}`);
  return [{ keys, ...(minute === 0 && { value: hour % 12 || 12 }) }];
}
