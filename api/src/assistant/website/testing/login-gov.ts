import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startWebsite, type Website } from '../../../testing/website.ts';

const PAGES = path.join(import.meta.dirname, '../../../../../../shared/data/sites/login_gov/html');

/** True if `../shared/data` exists beside this repository. */
export const hasLoginGov = existsSync(PAGES);

/** Serves a real website of 77 pages on the loopback interface; `transform` changes each page's HTML. */
export const startLoginGov = (transform = (html: string) => html): Promise<Website> =>
  startWebsite(async (pathname, _request, response) => {
    const file = path.join(PAGES, new URL(pathname, 'http://x').pathname);
    for (const candidate of [file, path.join(file, 'index.html')]) {
      try {
        const text = await readFile(candidate, 'utf8');
        if (/\.(?:xml|txt)$/.test(candidate))
          return response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
        return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(transform(text));
      } catch {} // try the next candidate
    }
    return response.writeHead(404).end();
  });

/** Visitors' questions, each with a pattern that its answer matches. */
export const LOGIN_GOV_QUESTIONS: readonly [question: string, answer: RegExp][] = [
  ['How do I create an account?', /Follow these steps to create your Login\.gov account/],
  ['I lost my phone, how can I sign in?', /regain access to your phone|when your phone is not available/],
  ['Can I use a landline to sign in?', /receive (?:the|your) one-time code by phone call/],
  ['What is a backup code?', /option for users who do not have access to a phone/],
  ['Are backup codes secure?', /least secure option/],
  ['Why is my account locked?', /we limit the number of times/],
  ['How do I contact support?', /\(844\) 875.6446/],
  ['Who can share my personal information with an agency?', /You decide if you want to share/],
  ['What is a security key?', /a physical device that you can connect/],
  ['Do you sell pizza?', /I don't know/],
];
