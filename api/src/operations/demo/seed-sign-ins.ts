import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type EventData, STAFF_ROLES, type StaffRole, SYSTEM, streams } from '@landline/event-schemas';
import { writePrivateFile } from '@landline/runtime/files/private-file';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import { z } from 'zod';
import { client } from '../../clients/clients/client.ts';
import { createClient } from '../../clients/clients/clients.ts';
import { createClientUser, createStaffUser } from '../../identity/users/users.ts';
import { nameUuid } from '../../platform/commands/ids.ts';
import { createCommands } from '../../platform/commands/runner.ts';
import { loadClientAccess } from '../../property/dataset-access/client-access.ts';
import { datasetAccess } from '../../property/dataset-access/dataset-access.ts';
import type { OperationsPorts } from '../ports.ts';

const signIn = z.object({ name: z.string(), email: z.string(), password: z.string() });
export type SignIn = z.infer<typeof signIn>;

const storedSignIns = z.object({ logId: z.string(), signIns: z.array(signIn) });

type Products = Pick<EventData<'ClientCreated'>, 'has_ai_assistant' | 'has_geo_leads' | 'product_config'>;

/** Access to a dataset or one of its ZIP codes. */
type DemoAccess = readonly [datasetKey: string, zip?: string];

const CLIENTS: readonly { name: string; products: Products; access?: readonly DemoAccess[] }[] = [
  {
    name: 'Assistant client',
    products: { has_ai_assistant: true, has_geo_leads: false, product_config: { demo_mode: false } },
  },
  {
    name: 'Property Finder client',
    products: { has_ai_assistant: false, has_geo_leads: true, product_config: { demo_mode: false } },
    access: [['hawthorne'], ['beverly-hills', '90210']],
  },
  {
    name: 'Demo client',
    products: { has_ai_assistant: true, has_geo_leads: true, product_config: { demo_mode: true } },
    access: [['hawthorne'], ['salt-lake-city-demo']],
  },
];

const NAMES = [...STAFF_ROLES, ...CLIENTS.map(({ name }) => name)];

const userOf = (clientName: string) => `user of ${clientName}`;
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '-')}@demo.landline.example`;

export type SignInDeps = Pick<
  OperationsPorts,
  'config' | 'pool' | 'pg' | 'secrets' | 'eventStore' | 'commands' | 'sessions' | 'logId'
>;

/**
 * Creates a user of each role and a client of each product with random passwords, stored in `DATA_DIR/demo.json`. The file
 * is written before the users are created, so a crash in between loses no password. Existing users without the file keep
 * their unknown passwords.
 */
export async function seedSignIns(ports: SignInDeps): Promise<SignIn[]> {
  const signIns = (await readSignIns(ports)) ?? (await createSignIns(ports));
  for (const { name, email, password } of signIns) {
    const role = STAFF_ROLES.find((each) => each === name);
    if (role) await seedStaffUser(ports, role, { email, password });
    else await seedClient(ports, name, { email, password });
  }
  return signIns;
}

const fileIn = (dataDir: string) => path.join(dataDir, 'demo.json');

async function readSignIns({ config, logId }: SignInDeps): Promise<SignIn[] | undefined> {
  const content = await readFileIfExists(fileIn(config.DATA_DIR));
  if (!content) return undefined;
  const found = storedSignIns.parse(JSON.parse(String(content)));
  return found.logId === logId ? found.signIns : undefined;
}

async function createSignIns(ports: SignInDeps): Promise<SignIn[]> {
  const first = await ports.commands.load(client, streams.client(idOf(ports, CLIENTS[0]?.name ?? '')));
  if (first.state) return [];
  const signIns = NAMES.map((name) => ({
    name,
    email: emailOf(name),
    password: randomBytes(15).toString('base64url'),
  }));
  const file = fileIn(ports.config.DATA_DIR);
  const content: z.infer<typeof storedSignIns> = { logId: ports.logId, signIns };
  await writePrivateFile(file, `${JSON.stringify(content, undefined, 2)}\n`);
  return signIns;
}

/** Age of the demo clients at the first start, in milliseconds; more than the four weeks of generated conversations. */
const CLIENT_AGE_MS = 32 * 86_400_000;

/** Returns the demo clients with the ids that their generated history uses. */
export const demoClients = (ports: Pick<SignInDeps, 'logId'>) =>
  CLIENTS.map(({ name }) => ({
    name,
    client_id: idOf(ports, name),
    user_id: idOf(ports, userOf(name)),
    admin_id: idOf(ports, 'Admin'),
  }));

const idOf = ({ logId }: Pick<SignInDeps, 'logId'>, name: string) => nameUuid('demo', logId, name);

async function seedStaffUser(
  ports: SignInDeps,
  role: StaffRole,
  credential: Pick<SignIn, 'email' | 'password'>,
): Promise<void> {
  const user_id = idOf(ports, role);
  const user = { user_id, ...credential, first_name: 'Demo', last_name: role, role };
  await createStaffUser(ports, user, { actor: SYSTEM, correlationId: user_id });
}

async function seedClient(
  ports: SignInDeps,
  name: string,
  credential: Pick<SignIn, 'email' | 'password'>,
): Promise<void> {
  const found = CLIENTS.find((each) => each.name === name);
  if (!found) return;
  const { products, access = [] } = found;
  const client_id = idOf(ports, name);
  const { state } = await ports.commands.load(client, streams.client(client_id));
  if (state?.closed) return;
  const user_id = idOf(ports, userOf(name));
  const origin = { actor: SYSTEM, correlationId: client_id };
  const now = () => new Date(Date.now() - CLIENT_AGE_MS);
  const pastPorts = { ...ports, commands: createCommands({ ...ports, now }) };
  await createClient(
    pastPorts,
    {
      client_id,
      name,
      primary_domain: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
      plan_tier: 'starter',
      has_custom_solution: false,
      ...products,
      // Staff may have changed these since.
      ...(state && { name: state.name, primary_domain: state.primary_domain }),
    },
    origin,
  );
  const user = {
    user_id,
    client_id,
    ...credential,
    first_name: 'Demo',
    last_name: name.replace(/^Demo /, ''),
  };
  await createClientUser(pastPorts, user, origin);
  await seedAccess(ports, client_id, access);
}

/** Grants dataset access once; keeps later changes by staff. */
async function seedAccess(
  ports: SignInDeps,
  client_id: string,
  access: readonly DemoAccess[],
): Promise<void> {
  const stream = streams.datasetAccess(client_id);
  const { revision } = await ports.commands.load(datasetAccess, stream);
  if (revision >= 0n || access.length === 0) return;
  const records = access.map(([dataset_key, zip_code = null]) => ({
    client_id,
    access_id: nameUuid('demo access', client_id, `${dataset_key}:${zip_code}`),
    dataset_key,
    zip_code,
  }));
  const command = { type: 'grant', records } as const;
  await ports.commands.execute(datasetAccess, { actor: SYSTEM, correlationId: client_id, stream, command });
  await loadClientAccess(ports, client_id);
}
