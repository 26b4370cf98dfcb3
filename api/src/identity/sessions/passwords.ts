import { hash, type Options, verify } from '@node-rs/argon2';

/** The package's const enum cannot be imported with type stripping. */
const ARGON2ID = 2;

/** OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
const OPTIONS: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let dummyHash: Promise<string> | undefined;

/** Checks a password. Takes the same time, and returns false, for an unknown user or one without a password. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword('dummy');
  const isRight = await verify(passwordHash ?? (await dummyHash), password);
  return isRight && typeof passwordHash === 'string';
}
