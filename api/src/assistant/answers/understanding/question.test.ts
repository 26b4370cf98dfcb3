import { expect, test } from 'vitest';
import { parseQuestion } from './question.ts';

test('reads a Spanish question in English words too', () => {
  expect(parseQuestion('¿Cómo cambio mi contraseña?', []).english?.question).toBe(
    'how do I change my password?',
  );
});

test('translates once, even if the English words still look Spanish', () => {
  expect(parseQuestion('Yo no estoy seguro', []).english?.language).toBe('es');
});
