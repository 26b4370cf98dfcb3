import { expect, test } from 'vitest';
import { readQuestion } from './question.ts';

test('reads a Spanish question in English words too', () => {
  expect(readQuestion('¿Cómo cambio mi contraseña?', []).english?.question).toBe(
    'how do I change my password?',
  );
});

test('ends when a Spanish message still looks Spanish in English words', () => {
  expect(readQuestion('Yo no estoy seguro', []).english?.language).toBe('es');
});
