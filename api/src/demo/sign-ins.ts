import { randomBytes } from 'node:crypto';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EventData, STAFF_ROLES, type StaffRole, SYSTEM, streams } from '@landline/event-schemas';
import { z } from 'zod';
import { loadAccess } from '../clients/access.ts';
import { client } from '../clients/client.ts';
import { createClient } from '../clients/clients.ts';
import { nameUuid } from '../commands/ids.ts';
import type { Deps } from '../deps.ts';
import { datasetAccess } from '../grants/dataset-access.ts';
import { createClientUser, createStaffUser } from '../identity/users.ts';

const signIn = z.object({ name: z.string(), email: z.string(), password: z.string() });
export type SignIn = z.infer<typeof signIn>;

const kept = z.object({ logId: z.string(), signIns: z.array(signIn) });

type Products = Pick<EventData<'ClientCreated'>, 'has_ai_assistant' | 'has_geo_leads' | 'product_config'>;

/** A dataset, or one zip code of it. */
type Granted = readonly [datasetKey: string, zip?: string];

const CLIENTS: readonly { name: string; products: Products; granted?: readonly Granted[] }[] = [
  {
    name: 'Assistant client',
    products: { has_ai_assistant: true, has_geo_leads: false, product_config: { demo_mode: false } },
  },
  {
    name: 'Property Finder client',
    products: { has_ai_assistant: false, has_geo_leads: true, product_config: { demo_mode: false } },
    granted: [['hawthorne'], ['beverly-hills', '90210']],
  },
  {
    name: 'Demo client',
    products: { has_ai_assistant: true, has_geo_leads: true, product_config: { demo_mode: true } },
    granted: [['hawthorne'], ['salt-lake-city-demo']],
  },
];

const NAMES = [...STAFF_ROLES, ...CLIENTS.map(({ name }) => name)];

const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '-')}@demo.landline.example`;

type SignInDeps = Pick<Deps, 'config' | 'pool' | 'pg' | 'secrets' | 'commands' | 'sessions' | 'logId'>;

/**
 * A user of each role and a client of each product, with random passwords that `DATA_DIR/demo.json` keeps. The file
 * is written before the users are made, so a crash in between loses none. Users that are there without their
 * file keep the passwords that nobody knows any more.
 */
export async function seedSignIns(deps: SignInDeps): Promise<SignIn[]> {
  const signIns = (await readKept(deps)) ?? (await keepNew(deps));
  for (const { name, email, password } of signIns) {
    const role = STAFF_ROLES.find((each) => each === name);
    if (role) await seedStaffUser(deps, role, { email, password });
    else await seedClient(deps, name, { email, password });
  }
  return signIns;
}

const fileIn = (dataDir: string) => path.join(dataDir, 'demo.json');

async function readKept({ config, logId }: SignInDeps): Promise<SignIn[] | undefined> {
  const text = await readFile(fileIn(config.DATA_DIR), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const found = kept.parse(JSON.parse(text));
  return found.logId === logId ? found.signIns : undefined;
}

async function keepNew(deps: SignInDeps): Promise<SignIn[]> {
  const first = await deps.commands.load(client, streams.client(idOf(deps, CLIENTS[0]?.name ?? '')));
  if (first.state) return [];
  const signIns = NAMES.map((name) => ({
    name,
    email: emailOf(name),
    password: randomBytes(15).toString('base64url'),
  }));
  const file = fileIn(deps.config.DATA_DIR);
  const content: z.infer<typeof kept> = { logId: deps.logId, signIns };
  await writeFile(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
  return signIns;
}

const idOf = ({ logId }: SignInDeps, name: string) => nameUuid('demo', logId, name);

async function seedStaffUser(
  deps: SignInDeps,
  role: StaffRole,
  credential: Pick<SignIn, 'email' | 'password'>,
): Promise<void> {
  const user_id = idOf(deps, role);
  const user = { user_id, ...credential, first_name: 'Demo', last_name: role, role };
  await createStaffUser(deps, user, { actor: SYSTEM, correlationId: user_id });
}

async function seedClient(
  deps: SignInDeps,
  name: string,
  credential: Pick<SignIn, 'email' | 'password'>,
): Promise<void> {
  const found = CLIENTS.find((each) => each.name === name);
  if (!found) return;
  const { products, granted = [] } = found;
  const client_id = idOf(deps, name);
  const user_id = idOf(deps, `user of ${name}`);
  const origin = { actor: SYSTEM, correlationId: client_id };
  await createClient(
    deps,
    {
      client_id,
      name,
      primary_domain: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
      plan_tier: 'starter',
      has_custom_solution: false,
      ...products,
    },
    origin,
  );
  const user = { user_id, client_id, ...credential, first_name: 'Demo', last_name: name };
  await createClientUser(deps, user, origin);
  await seedGrants(deps, client_id, granted);
}

/** What staff grant or revoke afterwards stands. */
async function seedGrants(deps: SignInDeps, client_id: string, granted: readonly Granted[]): Promise<void> {
  const stream = streams.datasetAccess(client_id);
  const { revision } = await deps.commands.load(datasetAccess, stream);
  if (revision >= 0n || granted.length === 0) return;
  const records = granted.map(([dataset_key, zip_code = null]) => ({
    client_id,
    access_id: nameUuid('demo access', client_id, `${dataset_key}:${zip_code}`),
    dataset_key,
    zip_code,
  }));
  const command = { type: 'grant', records } as const;
  await deps.commands.execute(datasetAccess, { actor: SYSTEM, correlationId: client_id, stream, command });
  await loadAccess(deps, client_id);
}
