import { constants, deflateRawSync } from 'node:zlib';

/** Builds a PDF with one page per text. */
export const pdfOf = (...texts: string[]): Buffer =>
  pdfOfContents(texts.map((text) => ({ content: `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`, filter: '' })));

/** Builds a PDF of one page whose content is a deflated stream. */
export const pdfOfStream = (deflated: Buffer): Buffer =>
  pdfOfContents([{ content: deflated.toString('latin1'), filter: ' /Filter /FlateDecode' }]);

/** Returns a zlib stream that inflates to many copies of a block, without deflating each copy. Its checksum is wrong. */
export function repeatDeflated(block: Buffer, times: number): Buffer {
  const header = Buffer.from([0x78, 0x9c]);
  const deflated = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([header, ...Array.from({ length: times }, () => deflated), end, Buffer.alloc(4)]);
}

function pdfOfContents(contents: readonly { content: string; filter: string }[]): Buffer {
  const objects: string[] = [];
  const pages = contents.map((_, index) => `${4 + index * 2} 0 R`);
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(`<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${contents.length} >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [index, { content, filter }] of contents.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${content.length}${filter} >>\nstream\n${content}\nendstream`,
    );
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(file, 'latin1');
}
