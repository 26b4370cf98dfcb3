import { ERASED } from '@landline/event-schemas/personal';
import { expect, test } from 'vitest';
import { NEVER_LEFT_OUT, questionText } from './question-text.ts';

test('derives a topic regardless of word order, inflection and punctuation', () => {
  const topics = ['What does delivery cost?', 'What are the costs of delivery', 'cost … DELIVERY!'];
  expect(topics.map((text) => questionText(text).topic)).toEqual([
    'cost deliveri',
    'cost deliveri',
    'cost deliveri',
  ]);
});

test('derives topics in Spanish and drops function words of each language', () => {
  const topics = ['¿Cuánto cuesta el envío?', 'cuanto cuestan los envíos', 'el envío, ¿cuánto cuesta?'];
  expect(topics.map((text) => questionText(text).topic)).toEqual([
    'cuest envi',
    'cuestan envi',
    'cuest envi',
  ]);
  expect(questionText('¿Qué es un permiso?').words).toEqual(['permis permiso']);
  expect(questionText('May my son use the hay barn without sin?').words).toEqual([
    'son son',
    'us use',
    'hai hay',
    'barn barn',
    'without without',
    'sin sin',
  ]);
});

test('lists each word of a question once, as first written', () => {
  expect(questionText('Permit? Permits for a garage, 2026').words).toEqual(['permit permit', 'garag garage']);
});

test.each([
  ['', 1],
  ['???', 1],
  ['12345', 1],
  ['this is bullshit, honestly', 1],
  ['You stupid bot, answer me', 1],
  ['hi', 2],
  ['Thank you very much', 2],
  ['please write to ada@example.com about this', 2],
  ['call me at +1 (555) 010-9999 tomorrow morning', 2],
  ['opening hours', 3],
  ['what does https://example.com say about it', 3],
  ['WHY IS THIS SO SLOW', 3],
  ['Eres un idiota', 1],
  ['¡Vaya mierda de tienda!', 1],
  ['¡Coño, qué lento!', 1],
  ['¿Venden cono de helado?', NEVER_LEFT_OUT],
  ['Hola, ¿qué tal?', 2],
  ['Muchas gracias', 2],
  ['¿Cuándo abren los domingos?', NEVER_LEFT_OUT],
  ['When do you open on Sunday?', NEVER_LEFT_OUT],
  ['Ist das Geschäft am Sonntag offen?', NEVER_LEFT_OUT],
])('filters %j from level %d on', (text, level) => {
  expect(questionText(text).left_out_from).toBe(level);
});

test('keeps an erased question countable without a topic', () => {
  expect(questionText(ERASED)).toEqual({
    topic: null,
    question_group: null,
    words: [],
    left_out_from: NEVER_LEFT_OUT,
  });
  expect(questionText(ERASED, 1)).toEqual({ topic: null, question_group: null, words: [], left_out_from: 1 });
});
