import { execFile, spawn } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../postgres/free-port.ts';
import { stopOnParentDeath } from '../watchdog.ts';
import { kafkaJars } from './jars.ts';

export interface KafkaBroker {
  /** Value for `KAFKA_BROKERS`. */
  readonly brokers: string;
  readonly pid: number;
  readonly exited: Promise<void>;
  /** Kills the broker as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** PEM texts of a certificate for `localhost` and of its key, and the credentials of the only user. */
interface TlsAccess {
  readonly certificate: string;
  readonly privateKey: string;
  readonly username: string;
  readonly password: string;
}

const HOST = '127.0.0.1';
const STARTED_MESSAGE = 'Kafka Server started';
/** Any 16 bytes; the single node is both broker and controller. */
const CLUSTER_ID = 'TGFuZGxpbmUga2Fma2EhIQ';
const JVM_OPTIONS = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/**
 * Starts a single-node Kafka in KRaft mode with its data under `dataDir`; resolves when the broker accepts
 * connections. Clients reach it on the same port after each start, and it stops when this process ends. Needs Java 17 and Maven.
 */
export async function startKafka({
  dataDir,
  port,
  advertised,
  secured,
}: {
  readonly dataDir: string;
  readonly port?: number;
  /** Port that the broker advertises, if clients do not connect to its own. */
  readonly advertised?: number;
  /** Makes clients connect to `localhost` with TLS and sign in as this user with PLAIN or SCRAM-SHA-512. */
  readonly secured?: TlsAccess;
}): Promise<KafkaBroker> {
  await mkdir(dataDir, { recursive: true });
  const jars = path.join(await kafkaJars(), '*');
  const properties = path.join(dataDir, 'server.properties');
  const listener = port ?? (await portOf(properties)) ?? (await freePort(HOST));
  await writeFile(
    properties,
    [
      settings(path.resolve(dataDir), listener, advertised ?? listener, await freePort(HOST)),
      secured
        ? securedSettings(
            path.resolve(dataDir),
            listener,
            [await freePort(HOST), await freePort(HOST)],
            secured,
          )
        : '',
    ].join(''),
  );
  if (secured)
    await writeFile(path.join(dataDir, 'keystore.pem'), `${secured.privateKey}\n${secured.certificate}\n`, {
      mode: 0o600,
    });
  if (!existsSync(path.join(dataDir, 'log', 'meta.properties'))) {
    const user = secured && `SCRAM-SHA-512=[name=${secured.username},password=${secured.password}]`;
    const format = ['format', '-t', CLUSTER_ID, '-c', properties, ...(user ? ['--add-scram', user] : [])];
    await promisify(execFile)('java', [...JVM_OPTIONS, '-cp', jars, 'kafka.tools.StorageTool', ...format]);
  }
  const child = spawn('java', [...JVM_OPTIONS, '-cp', jars, 'kafka.Kafka', properties], {
    detached: true, // its own process group: Ctrl-C reaches only the supervisor, which stops this process last
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const logFile = path.join(dataDir, 'kafka.log');
  await waitUntilStarted(child, logFile);
  const pid = child.pid as number; // the broker reported that it runs
  const watchdog = stopOnParentDeath(pid, 'TERM');
  void exited.then(() => watchdog.kill());
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    brokers: `${secured ? 'localhost' : HOST}:${advertised ?? listener}`,
    pid,
    exited,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

async function waitUntilStarted(child: ReturnType<typeof spawn>, logFile: string): Promise<void> {
  const log = createWriteStream(logFile, { mode: 0o600 });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`Kafka exited while starting (${signal ?? code}); see ${logFile}`)),
    );
    if (child.stderr === null) throw new TypeError('Kafka was started without a pipe for its log');
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.write(`${line}\n`);
      if (line.includes(STARTED_MESSAGE)) resolve();
    });
  });
}

async function portOf(properties: string): Promise<number | undefined> {
  const text = await readFile(properties, 'utf8').catch(() => '');
  const port = text.match(/^listeners=PLAINTEXT:\/\/[^:]*:(\d+)/m)?.[1];
  return port === undefined ? undefined : Number(port);
}

/** Returns settings that replace the plain listener: of two settings with the same name, the last one counts. */
function securedSettings(
  dataDir: string,
  port: number,
  [internalPort, controllerPort]: readonly [number, number],
  { username, password }: TlsAccess,
): string {
  const login = `org.apache.kafka.common.security.plain.PlainLoginModule required user_${username}="${password}";`;
  return lines({
    listeners: [
      `SASL_SSL://${HOST}:${port}`,
      `INTERNAL://${HOST}:${internalPort}`,
      `CONTROLLER://${HOST}:${controllerPort}`,
    ].join(','),
    'controller.quorum.voters': `1@${HOST}:${controllerPort}`,
    'advertised.listeners': `SASL_SSL://localhost:${port},INTERNAL://${HOST}:${internalPort}`,
    'listener.security.protocol.map': 'SASL_SSL:SASL_SSL,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'INTERNAL',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': path.join(dataDir, 'keystore.pem'),
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
    'listener.name.sasl_ssl.plain.sasl.jaas.config': login,
    'listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config':
      'org.apache.kafka.common.security.scram.ScramLoginModule required;',
  });
}

function settings(dataDir: string, port: number, advertised: number, controllerPort: number): string {
  return lines({
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@${HOST}:${controllerPort}`,
    listeners: `PLAINTEXT://${HOST}:${port},CONTROLLER://${HOST}:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://${HOST}:${advertised}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'log.dirs': path.join(dataDir, 'log'),
    'auto.create.topics.enable': 'false',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
  });
}

const lines = (properties: Readonly<Record<string, string>>) =>
  Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
