import type { Block } from '../answers/passages.ts';

/** Content type of a Word document. */
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Converts a Word document to HTML without its images. */
export async function docxToHtml(bytes: Uint8Array): Promise<string> {
  // Loaded with the first document.
  const { default: mammoth } = await import('mammoth');
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
  return (await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage })).value;
}

/** Returns the paragraphs of a text file, which blank lines separate; the title is its first line. */
export function extractText(text: string): { title: string; blocks: Block[] } {
  const paragraphs = text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  const [firstLine = ''] = (paragraphs[0] ?? '').split('\n');
  return { title: firstLine, blocks: paragraphs.map((paragraph) => ({ heading: '', text: paragraph })) };
}
