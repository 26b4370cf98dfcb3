import { execFile, spawn } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../postgres/free-port.ts';
import { stopWithUs } from '../watchdog.ts';
import { kafkaJars } from './jars.ts';

export interface KafkaBroker {
  /** Value for `KAFKA_BROKERS`. */
  readonly brokers: string;
  readonly pid: number;
  readonly exited: Promise<void>;
  /** Kills it as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const STARTED = 'Kafka Server started';
/** Any 16 bytes; the single node is both broker and controller. */
const CLUSTER_ID = 'TGFuZGxpbmUga2Fma2EhIQ';
const JAVA = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/**
 * Starts a single-node Kafka in KRaft mode with its data under `dataDir` and resolves when it accepts
 * connections. Ports stay the same across starts; it stops when this process dies. Needs Java 17 and Maven.
 */
export async function startKafka({
  dataDir,
  port,
  advertised,
}: {
  readonly dataDir: string;
  readonly port?: number;
  /** Advertised port, when clients use another one. */
  readonly advertised?: number;
}): Promise<KafkaBroker> {
  await mkdir(dataDir, { recursive: true });
  const jars = path.join(await kafkaJars(), '*');
  const properties = path.join(dataDir, 'server.properties');
  const listener = port ?? (await portOf(properties)) ?? (await freePort(HOST));
  await writeFile(
    properties,
    settings(path.resolve(dataDir), listener, advertised ?? listener, await freePort(HOST)),
  );
  if (!existsSync(path.join(dataDir, 'log', 'meta.properties'))) {
    const format = ['format', '-t', CLUSTER_ID, '-c', properties];
    await promisify(execFile)('java', [...JAVA, '-cp', jars, 'kafka.tools.StorageTool', ...format]);
  }
  const child = spawn('java', [...JAVA, '-cp', jars, 'kafka.Kafka', properties], {
    detached: true, // its own process group: Ctrl-C reaches only the supervisor, which stops this process last
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const logFile = path.join(dataDir, 'kafka.log');
  await started(child, logFile);
  const pid = child.pid as number; // it reported that it runs
  const watchdog = stopWithUs(pid, 'TERM');
  void exited.then(() => watchdog.kill());
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    brokers: `${HOST}:${advertised ?? listener}`,
    pid,
    exited,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

async function started(child: ReturnType<typeof spawn>, logFile: string): Promise<void> {
  const log = createWriteStream(logFile, { mode: 0o600 });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`Kafka exited while starting (${signal ?? code}); see ${logFile}`)),
    );
    if (child.stderr === null) throw new TypeError('Kafka was started without a pipe for its log');
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.write(`${line}\n`);
      if (line.includes(STARTED)) resolve();
    });
  });
}

async function portOf(properties: string): Promise<number | undefined> {
  const text = await readFile(properties, 'utf8').catch(() => '');
  const port = text.match(/^listeners=PLAINTEXT:\/\/[^:]*:(\d+)/m)?.[1];
  return port === undefined ? undefined : Number(port);
}

function settings(dataDir: string, port: number, advertised: number, controllerPort: number): string {
  return Object.entries({
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
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
