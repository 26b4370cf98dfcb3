import { expect, test } from 'vitest';
import { docxOf } from '../../testing/docx.ts';
import { DOCX } from './documents.ts';
import { extract } from './extract.ts';

const read = (contentType: string, body: Uint8Array) => extract({ contentType, body });

test('reads a Word document with its headings', async () => {
  const body = docxOf('Returns', 'Send it back within 30 days.', 'We pay the postage.');
  const extracted = await read(DOCX, body);
  expect(extracted?.title).toBe('Returns');
  expect(extracted?.blocks.map(({ text }) => text).join('\n')).toContain('Send it back within 30 days.');
  expect(extracted?.blocks.every(({ heading }) => heading.includes('Returns'))).toBe(true);
});

test('rejects a file that is not a Word document', async () => {
  await expect(read(DOCX, Buffer.from('PK something else'))).rejects.toThrow();
});

test('reads a text file by paragraphs without interpreting markup', async () => {
  const text = 'Opening hours\r\nOpen from 7 am.\r\n\r\nOrders < 5 kg are <b>free</b>.\r\n';
  const extracted = await read('text/plain; charset=utf-8', Buffer.from(text));
  expect(extracted?.title).toBe('Opening hours');
  expect(extracted?.blocks).toEqual([
    { heading: '', text: 'Opening hours\nOpen from 7 am.' },
    { heading: '', text: 'Orders < 5 kg are <b>free</b>.' },
  ]);
});
