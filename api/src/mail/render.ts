import type { Mail } from './mailer.ts';

/** What a mail says, in plain words: nothing in it is markup. */
export interface MailContent {
  to: string;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** What to know beside it, smaller. */
  notes?: readonly string[];
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPED[character] ?? '');

/** A name that somebody gave is one line of text, and no address of a website: mail programs make links of those. */
export const plainName = (name: string) =>
  name
    .replaceAll(/:\/\/|www\./gi, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 100);

/** The same content as text and as HTML that mail programs understand: no script, no picture, nothing from elsewhere. */
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
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1b1f24">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
${p(`<strong>${escaped(productName)}</strong>`, 'font-size:18px;')}
${p(escaped(greeting), '')}
${paragraphs.map((each) => p(escaped(each), '')).join('\n')}
${action ? button(action) + p(`Or open this address: <br>${escaped(action.url)}`, `${small}word-break:break-all;`) : ''}
${notes.map((each) => p(escaped(each), small)).join('\n')}
</div>
</body>
</html>
`;
  return { to, subject, text, html };
}

const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 20px;background:#6908c9;color:#ffffff;border-radius:6px;text-decoration:none">${escaped(label)}</a></p>\n`;
