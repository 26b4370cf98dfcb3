import { expect, test } from 'vitest';
import { docxOf } from '../../testing/docx.ts';
import { pdfOf } from '../../testing/pdf.ts';
import { contentTypeOf } from './accepted-documents.ts';
import { DOCUMENT_NOT_ACCEPTED, documentQuery } from './contract.ts';
import { DOCX } from './documents.ts';

const PDF = pdfOf('Menu');
const WORD = docxOf('Terms');
const TEXT = 'text/plain; charset=utf-8';

test.each([
  ['menu.pdf', PDF, 'application/pdf'],
  ['MENU.PDF', PDF, 'application/pdf'],
  ['terms.docx', WORD, DOCX],
  ['fees.txt', Buffer.from('Entrée: 5 €'), TEXT],
  ['fees.md', Buffer.from('\ufeff# Fees'), TEXT],
])('accepts %s', (name, bytes, type) => {
  expect(contentTypeOf(name, bytes)).toBe(type);
});

test.each([
  ['page.html', Buffer.from('<title>Page</title>')],
  ['menu.pdf', Buffer.from('<script>alert(1)</script>')],
  ['menu.pdf', Buffer.from('\n%PDF-1.4')],
  ['menu.txt', Buffer.from('Menu\0')],
  ['latin.txt', Buffer.from('Entr\u00e9e', 'latin1')],
  ['terms.docx', PDF],
  ['terms.doc', WORD],
  ['empty.txt', Buffer.alloc(0)],
  ['empty.pdf', Buffer.alloc(0)],
  ['.pdf', PDF],
])('rejects %s by its name or content', (name, bytes) => {
  expect(() => contentTypeOf(name, bytes)).toThrow(DOCUMENT_NOT_ACCEPTED);
});

test.each([
  ['menu.exe', DOCUMENT_NOT_ACCEPTED],
  ['menu', DOCUMENT_NOT_ACCEPTED],
  ['', 'The file needs a name.'],
  ['../menu.pdf', 'A file name cannot contain / or \\.'],
  ['C:\\menu.pdf', 'A file name cannot contain / or \\.'],
  ['me\nnu.pdf', 'A file name cannot contain control characters.'],
  [`${'a'.repeat(197)}.pdf`, 'A file name can have at most 200 characters.'],
])('rejects the name %j', (name, message) => {
  expect(documentQuery.safeParse({ name }).error?.issues[0]?.message).toBe(message);
});

test('treats a decomposed name as the composed one', () => {
  expect(documentQuery.parse({ name: ' Menu\u0301.pdf' })).toEqual({ name: 'Men\u00fa.pdf' });
});
