import { createCipheriv, createHash } from 'node:crypto';
import { type Random, seededRandom } from '../random.ts';

/** Event as stored in the log; the events of a stream are in order. */
export interface LoggedEvent {
  readonly stream: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** Returns the key of a subject, as stored in `api.subject_key`. */
export const keyOf = (subject: string): Buffer => createHash('sha256').update(subject).digest();

/**
 * Encrypts personal data as stored in the log: AES-256-GCM with the subject's key; nonce, tag and ciphertext in
 * base64.
 */
export function sealText(text: string, subject: string): { sealed: string } {
  const nonce = createHash('md5').update(`${subject}\n${text}`).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(subject), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64') };
}

export const uuid = (name: string): string => {
  const hex = createHash('sha1').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const CLASSIFIERS = 40;
const CANDIDATES = 5_000;
const CHUNK_ROWS = 10;

/**
 * Returns the events of a condensed working day of a few hundred people: sign-ins and sign-outs, classifications and
 * their removals in thousands of streams, new clients and their users, and small import chunks. `subjects` are the
 * people whose keys the events need.
 */
export function mixedEvents(
  count: number,
  seed: number,
): { events: LoggedEvent[]; subjects: ReadonlySet<string> } {
  const next = seededRandom(seed);
  const pick = (below: number) => Math.floor(next() * below);
  const subjects = new Set<string>();
  const events: LoggedEvent[] = [];
  const personal = (text: string, subject: string) => {
    subjects.add(subject);
    return sealText(text, subject);
  };
  for (let n = 0; n < count; n++) {
    const kind = next();
    if (kind < 0.45) {
      const user = `user-${pick(500)}`;
      const type = kind < 0.25 ? 'StaffUserSignedIn' : 'StaffUserSignedOut';
      events.push({ stream: `staffUser-${user}`, type, data: { user_id: user, session_id: `session-${n}` } });
    } else if (kind < 0.9) {
      const candidate_id = uuid(`bench-${pick(CANDIDATES)}`);
      const candidate = { candidate_id, dataset_key: 'bench', scope: 'everyone', property_type: 'adu' };
      const stream = `classification-everyone-${candidate_id}`;
      if (kind < 0.8) {
        const judged_by = `classify-${pick(CLASSIFIERS)}`;
        const data = {
          ...candidate,
          judged_by,
          classification: next() < 0.5 ? 'good' : 'bad',
          notes: personal(`Steep at the back, the drive is ${pick(30)} ft wide`, `user:${judged_by}`),
          factor_ids: ['access', 'slope'],
          original_score: Math.round(next() * 1000) / 10,
        };
        events.push({ stream, type: 'PropertyClassified', data });
      } else events.push({ stream, type: 'ClassificationRemoved', data: candidate });
    } else if (kind < 0.97) {
      const id = `bench-${n}`;
      if (kind < 0.93) events.push({ stream: `client-${id}`, type: 'ClientCreated', data: client(id) });
      else {
        const subject = `clientUser:${id}`;
        const data = {
          user_id: id,
          client_id: `bench-${pick(n + 1)}`,
          email: personal(`${id}@example.com`, subject),
          first_name: personal('Robin', subject),
          last_name: personal('Hill', subject),
        };
        events.push({ stream: `clientUser-${id}`, type: 'ClientUserCreated', data });
      }
    } else {
      const data = importedChunk(`bench-${n}`, 0, CHUNK_ROWS, next, personal);
      events.push({ stream: `datasetImport-${n}`, type: 'CandidatesImported', data });
    }
  }
  return { events, subjects };
}

const client = (client_id: string) => ({
  client_id,
  name: `Client ${client_id}`,
  primary_domain: `${client_id}.example.com`,
  plan_tier: 'pro',
  has_ai_assistant: true,
  has_geo_leads: false,
  has_custom_solution: false,
  product_config: { demo_mode: false },
});

const COLUMNS = [
  'id',
  'apn',
  'street_address',
  'city',
  'zip_code',
  'latitude',
  'longitude',
  'units',
  'parcel_area',
  'open_area',
  'open_ratio',
  'building_area',
  'building_area_source',
  'year_built',
  'zoning_code',
  'market_value',
  'land_value',
  'building_value',
  'ios_flood_zone',
];
const STREETS = ['Faraway Ln', 'Maple St', 'Kimball St', 'Lexington Rd', 'W El Segundo Blvd', 'Doheny Dr'];

/** Returns one chunk of an imported file with typical county columns; a third of the parcels have an owner. */
export function importedChunk(
  import_id: string,
  chunk: number,
  count: number,
  next: Random,
  personal: (text: string, subject: string) => unknown,
): Record<string, unknown> {
  const owners: unknown[] = [];
  const rows = Array.from({ length: count }, (_, index) => {
    const line = chunk * count + index + 2;
    const apn = `${1000 + (line % 9000)}-${import_id}-${line}`;
    const id = uuid(apn);
    const parcel = Math.round(3_000 + next() * 60_000);
    const building = Math.round(parcel * next() * 0.5);
    if (next() < 1 / 3) {
      const owner_name = personal(`Owner of ${apn}`, `owner:${id}`);
      owners.push({ index, candidate_id: id, owner_name });
    }
    return [
      id,
      apn,
      `${Math.floor(next() * 20_000)} ${STREETS[Math.floor(next() * STREETS.length)]}`,
      'Lebanon',
      '03766',
      43.6 + next() / 10,
      -72.3 + next() / 10,
      1,
      parcel,
      parcel - building,
      (parcel - building) / parcel,
      building,
      'estimated',
      1900 + Math.floor(next() * 120),
      `R${Math.floor(next() * 5)}`,
      Math.round(next() * 1e6),
      Math.round(next() * 1e6),
      Math.round(next() * 1e6),
      'X',
    ];
  });
  return {
    import_id,
    dataset_key: 'bench',
    property_type: 'adu',
    chunk,
    first_line: chunk * count + 2,
    last_line: (chunk + 1) * count + 1,
    bytes_read: (chunk + 1) * count * 180,
    columns: COLUMNS,
    rows,
    owners,
  };
}
