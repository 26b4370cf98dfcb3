import type { Block } from '../answers/passages.ts';

/** Content type of a Word document. */
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Converts a Word document to HTML without its images. */
export async function docxToHtml(bytes: Uint8Array): Promise<string> {
  // Loaded only when the first document is read.
  const { default: mammoth } = await import('mammoth');
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
  return (await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage })).value;
}

/** Splits a text file into paragraphs at blank lines; the title is the first line. */
export function extractText(text: string): { title: string; blocks: Block[] } {
  const paragraphs = text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  const [firstLine = ''] = (paragraphs[0] ?? '').split('\n');
  return { title: firstLine, blocks: paragraphs.map((paragraph) => ({ heading: '', text: paragraph })) };
}
