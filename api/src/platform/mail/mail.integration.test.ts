import { mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createMailer } from './mailer.ts';
import type { Mail } from './outbox.ts';
import { readOutbox } from './outbox.ts';
import { plainName, renderMail } from './render.ts';

const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Grüße',
  text: 'As text',
  html: '<p>As HTML</p>',
};
const config = {
  SMTP_URL: undefined,
  EMBEDDED: false,
  DATA_DIR: '',
  MAIL_FROM: undefined,
  PUBLIC_URL: 'https://landline.example:8443',
  PRODUCT_NAME: 'Landline',
};

let clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of clean) await step();
  clean = [];
});

/** Starts a minimal SMTP server; `responses` overrides the responses to commands. */
async function mailServer(responses: Record<string, string> = {}) {
  const received: { commands: string[]; message: string } = { commands: [], message: '' };
  const server: Server = createServer((socket) => {
    let isData = false;
    let pending = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      pending += chunk.toString('utf8');
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        if (isData) {
          if (line !== '.') received.message += `${line}\n`;
          else socket.write('250 taken\r\n');
          isData &&= line !== '.';
          continue;
        }
        received.commands.push(line);
        const verb = line.split(/[ :]/)[0] ?? '';
        isData = verb === 'DATA';
        socket.write(
          responses[verb] ?? (isData ? '354 go on\r\n' : verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n'),
        );
      }
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  clean.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as { port: number };
  return { received, url: `smtp://127.0.0.1:${port}?ignoreTLS=true` };
}

describe('an email by SMTP', () => {
  test('has text and HTML parts, one recipient and the product as sender', async () => {
    const { received, url } = await mailServer();
    await createMailer({ ...config, SMTP_URL: url })(mail);
    expect(received.commands).toContain('MAIL FROM:<no-reply@landline.example>');
    expect(received.commands.filter((line) => line.startsWith('RCPT'))).toEqual([
      'RCPT TO:<ada@example.com>',
    ]);
    expect(received.message).toMatch(/^From: Landline <no-reply@landline\.example>$/m);
    expect(received.message).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(received.message).toContain('As text');
    expect(received.message).toContain('<p>As HTML</p>');
  });

  test('goes to one recipient even with a crafted address', async () => {
    const { received, url } = await mailServer();
    const to = 'ada@example.com, eve@example.com\r\nBcc: eve@example.com';
    await createMailer({ ...config, SMTP_URL: url })({ ...mail, to }).catch(() => undefined);
    expect(received.commands.filter((line) => /RCPT.*<eve@/.test(line))).toEqual([]);
    expect(received.message).not.toMatch(/^Bcc:/m);
  });

  test('fails if the server rejects it', async () => {
    const { url } = await mailServer({ RCPT: '451 later\r\n' });
    await expect(createMailer({ ...config, SMTP_URL: url })(mail)).rejects.toThrow(
      'Could not send the email: EENVELOPE 451',
    );
  });
});

test('fails without a mail server', async () => {
  await expect(createMailer(config)(mail)).rejects.toThrow('SMTP_URL is not set');
});

test('saves outbox emails readable by their owner only, newest first', async () => {
  const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'landline-outbox-'));
  clean.push(() => rm(DATA_DIR, { recursive: true }));
  expect(await readOutbox(DATA_DIR)).toEqual([]);
  const send = createMailer({ ...config, EMBEDDED: true, DATA_DIR });
  await send(mail);
  // File names sort by time with millisecond precision.
  const [first = ''] = await readdir(path.join(DATA_DIR, 'outbox'));
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse((await readOutbox(DATA_DIR))[0]?.at ?? ''));
  await send({ ...mail, subject: 'Second' });
  expect((await readOutbox(DATA_DIR)).map(({ subject }) => subject)).toEqual(['Second', mail.subject]);
  expect((await stat(path.join(DATA_DIR, 'outbox', first))).mode & 0o777).toBe(0o600);
});

test('lists the other outbox emails when one is deleted meanwhile', async () => {
  const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'landline-outbox-'));
  clean.push(() => rm(DATA_DIR, { recursive: true }));
  await createMailer({ ...config, EMBEDDED: true, DATA_DIR })(mail);
  // Is listed, but cannot be read anymore.
  await symlink('deleted', path.join(DATA_DIR, 'outbox', 'deleted.json'));
  expect((await readOutbox(DATA_DIR)).map(({ subject }) => subject)).toEqual([mail.subject]);
});

describe('the content of an email', () => {
  test('is escaped', () => {
    const { html, text } = renderMail(
      {
        to: 'ada@example.com',
        subject: '<b>',
        greeting: 'Hello <script>alert(1)</script>,',
        paragraphs: ['"quoted" & <i>'],
        action: { label: '<go>', url: 'https://landline.example/setup?token=a&mode="><script>' },
        notes: ["it's"],
      },
      'Landline',
    );
    expect(html).not.toMatch(/<script|<i>|<b>|<go>/);
    expect(html).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt;,');
    expect(html).toContain('href="https://landline.example/setup?token=a&amp;mode=&quot;&gt;&lt;script&gt;"');
    expect(text).toContain('Hello <script>alert(1)</script>,');
  });

  test('has no links from names', () => {
    expect(plainName('Win https://evil.example\r\nnow\u202e www.evil.example')).toBe(
      'Win https evil.example now evil.example',
    );
    expect(plainName('x'.repeat(300))).toHaveLength(100);
  });
});
