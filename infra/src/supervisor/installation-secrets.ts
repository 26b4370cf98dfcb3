import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writePrivateFile } from '@landline/runtime/files/private-file';
import { readFileIfExists } from '@landline/runtime/files/read-file-if-exists';
import { z } from 'zod';
import type { Config } from '../config.ts';

const superAdmin = z.object({ email: z.email(), password: z.string() });
export type SuperAdmin = z.infer<typeof superAdmin>;

export interface InstallationSecrets {
  readonly jwtSecret: string;
  readonly superAdmin: SuperAdmin | undefined;
  /** True when the SuperAdmin's password was just generated and has to be shown. */
  readonly superAdminIsNew: boolean;
}

/**
 * Secrets of an embedded installation, generated once and stored in `DATA_DIR`, readable only by the owner.
 */
export async function installationSecrets(config: Config): Promise<InstallationSecrets> {
  await mkdir(config.dataDir, { recursive: true });
  const jwtSecret =
    config.JWT_SECRET ??
    (await readOrCreateSecret(config.dataDir, 'jwt-secret', () => randomBytes(48).toString('base64url')))
      .text;
  if (!config.embedded) {
    const { SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password } = config;
    return {
      jwtSecret,
      superAdmin: email && password ? { email, password } : undefined,
      superAdminIsNew: false,
    };
  }
  const { text, isNew } = await readOrCreateSecret(config.dataDir, 'superadmin.json', () =>
    JSON.stringify({
      email: config.SUPERADMIN_EMAIL ?? 'superadmin@landline.localhost',
      password: config.SUPERADMIN_PASSWORD ?? randomBytes(15).toString('base64url'),
    }),
  );
  return { jwtSecret, superAdmin: superAdmin.parse(JSON.parse(text)), superAdminIsNew: isNew };
}

async function readOrCreateSecret(
  dir: string,
  name: string,
  make: () => string,
): Promise<{ text: string; isNew: boolean }> {
  const file = path.join(dir, name);
  const text = (await readFileIfExists(file))?.toString() ?? '';
  if (text !== '') return { text: text.trim(), isNew: false };
  const fresh = make();
  await writePrivateFile(file, `${fresh}\n`);
  return { text: fresh, isNew: true };
}
