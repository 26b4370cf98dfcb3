import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { DomainError } from '../../platform/errors.ts';
import { DOCUMENT_NOT_ACCEPTED } from './contract.ts';
import { DOCX } from './documents.ts';

interface DocumentKind {
  readonly contentType: string;
  isContent(bytes: Buffer): boolean;
}

const startsWith = (magic: string) => (bytes: Buffer) =>
  bytes.subarray(0, magic.length).toString('latin1') === magic;

const PDF: DocumentKind = { contentType: 'application/pdf', isContent: startsWith('%PDF-') };
const WORD: DocumentKind = { contentType: DOCX, isContent: startsWith('PK\x03\x04') };
const TEXT: DocumentKind = {
  contentType: 'text/plain; charset=utf-8',
  isContent: (bytes) => bytes.length > 0 && isUtf8(bytes) && !bytes.includes(0),
};
const BY_EXTENSION: Readonly<Record<string, DocumentKind>> = {
  '.pdf': PDF,
  '.docx': WORD,
  '.txt': TEXT,
  '.md': TEXT,
};

/** Returns the content type of an uploaded file. Throws `DOCUMENT_NOT_ACCEPTED` if its name and content do not agree on one. */
export function contentTypeOf(name: string, bytes: Buffer): string {
  const kind = BY_EXTENSION[path.extname(name).toLowerCase()];
  if (!kind?.isContent(bytes))
    throw new DomainError('malformed', 'DOCUMENT_NOT_ACCEPTED', DOCUMENT_NOT_ACCEPTED);
  return kind.contentType;
}
