import { type BenchmarkResult, comparison, median, type Round } from '../figures.ts';
import { seededRandom } from '../random.ts';
import { importedChunk, type LoggedEvent, mixedEvents } from './events.ts';
import { fillLog } from './log.ts';
import { read, replay, withServices } from './processes.ts';

const ROUNDS = 5;
const SEED = 20_260_101;
const MIXED_EVENTS = 100_000;
const IMPORT_EVENTS = 200;
const ROWS_PER_EVENT = 500;
const MAX_MEGABYTES = 500;
const ROWS_PER_SECOND = 30_000;

/**
 * Rebuilds every read model from the first event, each time with a new process on an empty database. Measures mixed
 * events, in turns with a process that only reads them with the same client, and the rows of an import.
 */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  progress(`seed ${SEED}`);
  const rounds = await withServices(async (urls) => {
    const { events, subjects } = mixedEvents(MIXED_EVENTS, SEED);
    await fillLog(urls, events, subjects);
    progress(`${MIXED_EVENTS} mixed events written`);
    const measured: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const against = await read(urls);
      const { seconds, megabytes } = await replay(urls);
      measured.push({ value: MIXED_EVENTS / seconds, against });
      progress(`replayed ${perSecond(MIXED_EVENTS / seconds)}, read ${perSecond(against)}, ${megabytes} MB`);
    }
    return measured;
  });
  const imports = await withServices(async (urls) => {
    const subjects = new Set<string>();
    await fillLog(urls, importEvents(), subjects);
    const measured: { value: number; megabytes: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { seconds, megabytes } = await replay(urls);
      measured.push({ value: (IMPORT_EVENTS * ROWS_PER_EVENT) / seconds, megabytes });
      progress(`imported ${perSecond((IMPORT_EVENTS * ROWS_PER_EVENT) / seconds)} rows, ${megabytes} MB`);
    }
    return measured;
  });
  const rows = imports.map(({ value }) => value);
  const memory = imports.map(({ megabytes }) => megabytes);
  return {
    name: 'projections',
    figures: [
      comparison('replay_vs_read', 'events/s', rounds, 0.4),
      {
        id: 'candidates_rows_per_s',
        value: median(rows),
        unit: 'rows/s',
        goal: ROWS_PER_SECOND,
        met: median(rows) >= ROWS_PER_SECOND,
        spread: [Math.min(...rows), Math.max(...rows)],
      },
      {
        id: 'import_peak_memory',
        value: Math.max(...memory),
        unit: 'MB',
        goal: MAX_MEGABYTES,
        met: Math.max(...memory) <= MAX_MEGABYTES,
        spread: [Math.min(...memory), Math.max(...memory)],
      },
    ],
  };
}

function* importEvents(): Generator<LoggedEvent> {
  const next = seededRandom(SEED);
  for (let chunk = 0; chunk < IMPORT_EVENTS; chunk++) {
    const data = importedChunk('import', chunk, ROWS_PER_EVENT, next, (text) => text);
    yield { stream: 'datasetImport-import', type: 'CandidatesImported', data };
  }
}

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
