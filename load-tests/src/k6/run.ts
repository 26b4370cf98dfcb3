import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { type LearnedPage, learnedClient } from '../chat/client.ts';
import { type RunningProduct, signIn, startProduct } from '../product.ts';

const SCRIPTS = ['sign-in', 'candidates', 'scoring', 'chat', 'widget'];
const K6 = 'go.k6.io/k6@v1.3.0';

/** `npm run load -- <script>`: the product, on data of its own, under the load of a k6 script. */
const [script = ''] = process.argv.slice(2);
if (!SCRIPTS.includes(script)) {
  process.stderr.write(`npm run load -- <script>\n\n${SCRIPTS.join('\n')}\n`);
  process.exit(1);
}

const k6 = await findK6();
const product = await startProduct({ DEMO_DATA: 'on' });
let code: number | null = 1;
try {
  const { email, password } = product.superAdmin;
  const file = fileURLToPath(new URL(`./${script}.ts`, import.meta.url));
  const child = spawn(k6, ['run', '--quiet', file], {
    stdio: 'inherit',
    env: {
      ...process.env,
      BASE_URL: product.url,
      EMAIL: email,
      PASSWORD: password,
      ...(await aWidget(product)),
      K6_NO_USAGE_REPORT: 'true',
    },
  });
  code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
} finally {
  await product.stop();
}
process.exit(code ?? 1);

/** A client whose assistant knows our README, section by section. */
async function aWidget(product: RunningProduct): Promise<NodeJS.ProcessEnv> {
  const text = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const pages = text.split(/^## /m).map((section, number): LearnedPage => {
    const [title = '', ...rest] = section.split('\n');
    const url = `https://load.example/${number}`;
    return { id: url, url, title, texts: [rest.join('\n')] };
  });
  const db = new pg.Client(product.databaseUrl);
  await db.connect();
  try {
    const token = await signIn(product);
    const { clientId, widget } = await learnedClient({ product, token, db, domain: 'load.example', pages });
    return { CLIENT_ID: clientId, ORIGIN: widget.origin, WIDGET_TOKEN: widget.token };
  } finally {
    await db.end();
  }
}

/** On the PATH, or where Go keeps what it installs; installed there when it is nowhere. */
async function findK6(): Promise<string> {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((dir) => path.join(dir, 'k6'));
  const installed = path.join(process.env.GOBIN ?? path.join(os.homedir(), 'go', 'bin'), 'k6');
  const found = [...onPath, installed].find((file) => existsSync(file));
  if (found !== undefined) return found;
  process.stderr.write('installing k6, which takes some minutes\n');
  await promisify(execFile)('go', ['install', K6]).catch((error: Error) => {
    throw new Error(`k6 could not be installed: ${error.message}`);
  });
  return installed;
}
