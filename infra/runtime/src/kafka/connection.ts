import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';
import {
  ConfigurationError,
  contentOf,
  type Environment,
  type Problem,
  parseEnvironment,
  settingOf,
} from '../process/environment.ts';

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

const variables = z.object({
  KAFKA_SSL: z.stringbool().default(false),
  /** CA certificate of the brokers as PEM; defaults to Node's trusted CAs. */
  KAFKA_CA_FILE: z.string().optional(),
  KAFKA_SASL_MECHANISM: z.enum(MECHANISMS).optional(),
});

/** Connection options of a kafkajs client. The password is a secret. */
export interface KafkaConnection {
  readonly brokers: string[];
  readonly ssl?: ConnectionOptions;
  readonly sasl?: Sasl;
}

type Mechanism = (typeof MECHANISMS)[number];
type Sasl = { [M in Mechanism]: { mechanism: M; username: string; password: string } }[Mechanism];

/**
 * Reads the connection to these brokers: KAFKA_SSL, KAFKA_CA_FILE and KAFKA_SASL_MECHANISM, with KAFKA_SASL_USERNAME and
 * KAFKA_SASL_PASSWORD or their `…_FILE`. Throws a ConfigurationError.
 */
export function kafkaConnection(brokers: string[], environment: Environment = process.env): KafkaConnection {
  const {
    KAFKA_SSL,
    KAFKA_CA_FILE,
    KAFKA_SASL_MECHANISM: mechanism,
  } = parseEnvironment(variables, environment);
  const username = settingOf('KAFKA_SASL_USERNAME', environment);
  const password = settingOf('KAFKA_SASL_PASSWORD', environment);
  const problems: Problem[] = [];
  if (KAFKA_CA_FILE !== undefined && !KAFKA_SSL)
    problems.push(['KAFKA_SSL', 'must be on when KAFKA_CA_FILE is set']);
  const credentials = {
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD: password,
  };
  const missing = Object.entries(credentials).filter(([, value]) => value === undefined);
  if (missing.length < 3)
    problems.push(
      ...missing.map(([name]): Problem => [name, 'required, because other KAFKA_SASL_ variables are set']),
    );
  if (problems.length > 0) throw new ConfigurationError(problems);
  const ca = KAFKA_CA_FILE === undefined ? undefined : contentOf('KAFKA_CA_FILE', KAFKA_CA_FILE);
  return {
    brokers,
    ...(KAFKA_SSL && { ssl: ca === undefined ? {} : { ca } }),
    ...(mechanism && username && password && { sasl: { mechanism, username, password } as Sasl }),
  };
}
