import { expect, test } from 'vitest';
import { readQuestion } from './question.ts';

test('reads a Spanish question in English words too', () => {
  expect(readQuestion('¿Cómo cambio mi contraseña?', []).english?.question).toBe(
    'how do I change my password?',
  );
});

test('translates once, even if the English words still look Spanish', () => {
  expect(readQuestion('Yo no estoy seguro', []).english?.language).toBe('es');
});
