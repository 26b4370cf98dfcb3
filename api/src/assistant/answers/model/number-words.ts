import type { Language } from '../understanding/language.ts';

/** Number words by language. Leaves out "one", which is an article in most of them, and words with another common meaning. */
const UNITS: Partial<Record<Language, string>> = {
  en: `2:two 3:three 4:four 5:five 6:six 7:seven 8:eight 9:nine 10:ten 11:eleven 12:twelve,dozen 13:thirteen 14:fourteen
    15:fifteen 16:sixteen 17:seventeen 18:eighteen 19:nineteen 20:twenty 30:thirty 40:forty 50:fifty 60:sixty 70:seventy
    80:eighty 90:ninety`,
  es: `2:dos 3:tres 4:cuatro 5:cinco 6:seis 7:siete 8:ocho 9:nueve 10:diez 11:once 12:doce 13:trece 14:catorce 15:quince
    16:dieciséis 17:diecisiete 18:dieciocho 19:diecinueve 20:veinte 21:veintiuno 24:veinticuatro 25:veinticinco 30:treinta
    40:cuarenta 50:cincuenta 60:sesenta 70:setenta 80:ochenta 90:noventa 200:doscientos 300:trescientos 500:quinientos`,
  fr: `2:deux 3:trois 4:quatre 5:cinq 6:six 7:sept 8:huit 10:dix 11:onze 12:douze 13:treize 14:quatorze 15:quinze 16:seize
    20:vingt 30:trente 40:quarante 50:cinquante 60:soixante`,
  de: `2:zwei 3:drei 4:vier 5:fünf 6:sechs 7:sieben 8:acht 9:neun 10:zehn 11:elf 12:zwölf 13:dreizehn 14:vierzehn
    15:fünfzehn 16:sechzehn 17:siebzehn 18:achtzehn 19:neunzehn 20:zwanzig 30:dreißig 40:vierzig 50:fünfzig 60:sechzig
    70:siebzig 80:achtzig 90:neunzig`,
  pt: `2:dois,duas 3:três 4:quatro 5:cinco 6:seis 7:sete 8:oito 9:nove 10:dez 11:onze 12:doze 13:treze 14:catorze,quatorze
    15:quinze 16:dezesseis 17:dezessete 18:dezoito 19:dezenove 20:vinte 30:trinta 40:quarenta 50:cinquenta 60:sessenta
    70:setenta 80:oitenta 90:noventa`,
  it: `2:due 3:tre 4:quattro 5:cinque 7:sette 8:otto 9:nove 10:dieci 11:undici 12:dodici 13:tredici 14:quattordici
    15:quindici 16:sedici 17:diciassette 18:diciotto 19:diciannove 20:venti 30:trenta 40:quaranta 50:cinquanta 60:sessanta
    70:settanta 80:ottanta 90:novanta`,
};
const HUNDREDS = new Set([
  'hundred',
  'hundreds',
  'cien',
  'ciento',
  'cent',
  'cents',
  'hundert',
  'cem',
  'cento',
]);
const THOUSANDS = new Set(['thousand', 'thousands', 'mil', 'mille', 'tausend', 'mila']);
/** Returns whether a word means a hundred; outside French, "cent" is money. */
const isHundred = (word: string, language: Language) =>
  HUNDREDS.has(word) && (language === 'fr' || !/^cents?$/.test(word));

const VALUES = new Map(
  Object.entries(UNITS).map(([language, units]) => [
    language,
    new Map(
      units.split(/\s+/).flatMap((unit) => {
        const [value = '', words = ''] = unit.split(':');
        return words.split(',').map((word) => [word, Number(value)] as const);
      }),
    ),
  ]),
);
const WORD = /\p{L}+/gu;
/** Separator between the words of one number: a space, a hyphen, or "and". */
const JOINT = /^(?:\s+|-|\s+(?:and|y|e|et|und)\s+)$/;

/** Replaces the number words of a text by digits: "twenty-five" as "25", "two hundred dollars" as "200 dollars". */
export function withDigits(text: string, language: Language): string {
  const values = VALUES.get(language);
  if (!values) return text;
  let written = '';
  let position = 0;
  let number: NumberInWords | undefined;
  const close = () => {
    if (!number) return;
    written += text.slice(position, number.start) + String(number.value);
    position = number.end;
    number = undefined;
  };
  for (const { 0: match, index } of text.matchAll(WORD)) {
    const word = match.toLowerCase();
    const end = index + match.length;
    const value = values.get(word);
    if (number && JOINT.test(text.slice(number.end, index))) {
      const isSpaced = !/\p{L}/u.test(text.slice(number.end, index));
      const joined = joinedTo(number.value, word, value, language, isSpaced);
      if (joined !== undefined) {
        number = { ...number, end, value: joined };
        continue;
      }
    }
    if (/\p{L}/u.test(text.slice(number?.end ?? index, index))) close();
    const alone = value ?? (isHundred(word, language) ? 100 : THOUSANDS.has(word) ? 1_000 : undefined);
    // `numbersOf` reads "2 thousand" together with its digits.
    if (alone === undefined || (value === undefined && /\d\s*$/.test(text.slice(0, index)))) continue;
    close();
    number = { start: index, end, value: alone };
  }
  close();
  return written + text.slice(position);
}

interface NumberInWords {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** Returns a number extended by its next word, or undefined if that word begins another number. */
function joinedTo(
  before: number,
  word: string,
  value: number | undefined,
  language: Language,
  isSpaced: boolean,
): number | undefined {
  if (isSpaced && isHundred(word, language) && before < 100) return before * 100;
  if (isSpaced && THOUSANDS.has(word) && before < 1_000) return before * 1_000;
  if (value === undefined) return undefined;
  const fillsZeros = before % 100 === 0 ? value < 100 : before % 10 === 0 && before % 100 >= 20 && value < 10;
  // "twenty and five" is two numbers in English; "treinta y cinco" is one in Spanish.
  return fillsZeros && (isSpaced || before % 100 === 0 || language !== 'en') ? before + value : undefined;
}
