import { crc32 } from 'node:zlib';

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

/** Builds a Word document with a heading and one paragraph per text. */
export function docxOf(heading: string, ...texts: string[]): Buffer {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const paragraphs = texts.map((text) => `<w:p>${run(text)}</w:p>`).join('');
  const document = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
    <w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(heading)}</w:p>${paragraphs}</w:body></w:document>`;
  return zipOf({ '[Content_Types].xml': TYPES, '_rels/.rels': RELATIONS, 'word/document.xml': document });
}

/** Builds a Word document whose content is a deflated stream. */
export const docxOfStream = (deflated: Buffer): Buffer =>
  zipOf({ '[Content_Types].xml': TYPES, '_rels/.rels': RELATIONS, 'word/document.xml': deflated });

/** Builds a ZIP archive; strings are stored as they are, buffers are streams that are already deflated. */
function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const entries: Buffer[] = [];
  const directoryEntries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    // Version, flags, method, time and date, checksum, sizes, lengths of the name and of the extra field.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(typeof content === 'string' ? 0 : 8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    entries.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data);
    // Lengths and attributes that are all 0, then the offset of the entry.
    const entryEnd = Buffer.alloc(14);
    entryEnd.writeUInt32LE(offset, 10);
    directoryEntries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, entryEnd, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const centralDirectory = Buffer.concat(directoryEntries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(centralDirectory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, centralDirectory, end]);
}
