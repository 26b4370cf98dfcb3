import { expect, test } from 'vitest';
import { copyText } from './copy-text.ts';

const column = (type: string) => ({ type }) as Parameters<typeof copyText>[1][number][1];

test('a text that PostgreSQL cannot hold is shown, not parked', () => {
  const columns = [
    ['notes', column('text')],
    ['model', column('jsonb')],
  ] as const;
  const row = { notes: 'a\0b', model: { text: 'c\0d', path: 'C:\\u0000' } };
  const [line] = copyText(1, columns, [row]);
  expect(line).toBe('1\ta\ufffdb\t{"text":"c\\\\ufffdd","path":"C:\\\\\\\\u0000"}\n');
});
