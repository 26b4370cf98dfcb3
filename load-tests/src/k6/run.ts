import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { type StoredPage, trainedClient } from '../chat/client.ts';
import { type RunningProduct, signIn, startProduct } from '../product.ts';
import { findK6, runK6 } from './program.ts';

const SCRIPTS = ['sign-in', 'candidates', 'scoring', 'chat', 'widget'];

/** `npm run load -- <script>`: runs the product on its own data under the load of a k6 script. */
const [script = ''] = process.argv.slice(2);
if (!SCRIPTS.includes(script)) {
  process.stderr.write(`npm run load -- <script>\n\n${SCRIPTS.join('\n')}\n`);
  process.exit(1);
}

const k6 = await findK6();
const product = await startProduct({ DEMO_DATA: 'parcels' });
let code: number | null = 1;
try {
  const { email, password } = product.superAdmin;
  const env = { BASE_URL: product.url, EMAIL: email, PASSWORD: password, ...(await createWidget(product)) };
  code = await runK6(k6, script, env);
} finally {
  await product.stop();
}
process.exit(code ?? 1);

/** Creates a client whose assistant knows the README, one page per section. */
async function createWidget(product: RunningProduct): Promise<NodeJS.ProcessEnv> {
  const text = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const pages = text.split(/^## /m).map((section, number): StoredPage => {
    const [title = '', ...lines] = section.split('\n');
    const url = `https://load.example/${number}`;
    return { id: url, url, title, texts: [lines.join('\n')] };
  });
  const db = new pg.Client(product.databaseUrl);
  await db.connect();
  try {
    const token = await signIn(product);
    const { clientId, widget } = await trainedClient({ product, token, db, domain: 'load.example', pages });
    return { CLIENT_ID: clientId, ORIGIN: widget.origin, WIDGET_TOKEN: widget.token };
  } finally {
    await db.end();
  }
}
