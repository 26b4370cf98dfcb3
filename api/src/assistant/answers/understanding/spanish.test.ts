import { expect, test } from 'vitest';
import { englishOf } from './spanish.ts';
import { GLOSSARY } from './spanish-glossary.ts';

test.each([
  ['¿Cuánto cuesta la limpieza?', 'how much does it cost clean?'],
  ['¿A qué hora abren los sábados?', 'what time do you open saturday?'],
  ['¿Cómo cambio mi contraseña?', 'how do I change my password?'],
  ['¿Tengo que pagar con tarjeta de crédito?', 'do I have to pay with credit card?'],
  ['¿Puedo usar Medicare para pagar?', 'can I use medicare for pay?'],
  ['¿Ustedes tienen una lista de espera?', 'do you have a waiting list?'],
  ['¿Puedo trabajar con su personal?', 'can I work with your staff?'],
  ['tienen comida para llevar?', 'do you have food takeout?'],
  ['Garantía de Ledgerwise', 'warranty of ledgerwise'],
])('puts "%s" in English words', (question, english) => expect(englishOf(question)).toBe(english));

test('matches every entry of the glossary, none behind a more general one', () => {
  const unmatched = GLOSSARY.trim()
    .split('\n')
    .filter((line) => {
      const [spanish = '', english = ''] = line.split(':');
      return englishOf(spanish.replaceAll('*', '')) !== english.trim();
    });
  expect(unmatched).toEqual([]);
});
