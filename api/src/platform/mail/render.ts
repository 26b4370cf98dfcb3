import type { Mail } from './outbox.ts';

/** Content of an email as plain text; all of it is escaped in HTML. */
export interface MailContent {
  to: string;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  /** Main button. */
  action?: { label: string; url: string };
  /** Small print below the button. */
  notes?: readonly string[];
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPED[character] ?? '');

/** Reduces a user-supplied name to one line without URLs, which email clients would turn into links. */
export const plainName = (name: string) =>
  name
    .replaceAll(/:\/\/|www\./gi, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 100);

/** Renders an email as text and as self-contained HTML without scripts or images. */
export function renderMail(content: MailContent, productName: string): Mail {
  const { to, subject, greeting, paragraphs, action, notes = [] } = content;
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `-- \n${productName}`,
  ].join('\n\n');
  const p = (body: string, style: string) => `<p style="margin:0 0 16px;${style}">${body}</p>`;
  const small = 'font-size:13px;color:#5b6470;';
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1b1f24">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
${p(`<strong>${escapeHtml(productName)}</strong>`, 'font-size:18px;')}
${p(escapeHtml(greeting), '')}
${paragraphs.map((each) => p(escapeHtml(each), '')).join('\n')}
${action ? button(action) + p(`Or open this address: <br>${escapeHtml(action.url)}`, `${small}word-break:break-all;`) : ''}
${notes.map((each) => p(escapeHtml(each), small)).join('\n')}
</div>
</body>
</html>
`;
  return { to, subject, text, html };
}

const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;background:#6908c9;color:#ffffff;border-radius:6px;text-decoration:none">${escapeHtml(label)}</a></p>\n`;
