import { hash, type Options, verify } from '@node-rs/argon2';

/** The package names its algorithms by a const enum, which cannot be imported without a compiler. */
const ARGON2ID = 2;

/** OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
const OPTIONS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let nobodys: Promise<string> | undefined;

/** Whether the password is right. For a user who does not exist, or has none yet, it takes the same time, and says no. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  nobodys ??= hashPassword('nobody');
  const isRight = await verify(passwordHash ?? (await nobodys), password);
  return isRight && typeof passwordHash === 'string';
}
