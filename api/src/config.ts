import { z } from 'zod';

const flag = z.stringbool().default(false);
const port = z.coerce.number().int().min(0).max(65_535);

const OPENAI = 'https://api.openai.com/v1';

const variables = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  EVENTSTORE_URL: z.string().startsWith('esdb'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.string().default('production'),
  PORT: port.default(8080),
  /** Where uploads are kept while they are imported. */
  DATA_DIR: z.string().min(1).default('.data'),
  JWT_SECRET: z.string().min(32),
  /** The address that people open, for links and for https. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Believe a proxy's X-Forwarded-* headers. */
  TRUST_PROXY: flag,
  /** Set by the supervisor: the services are its own, and mail without SMTP_URL lands in DATA_DIR/outbox. */
  EMBEDDED: flag,
  /** Where mail is handed in, e.g. `smtps://user:password@mail.example.com`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of mail; `no-reply@` the host of PUBLIC_URL when not given. */
  MAIL_FROM: z.email().optional(),
  PRODUCT_NAME: z.string().min(1).default('Landline'),
  SUPERADMIN_EMAIL: z.email().optional(),
  SUPERADMIN_PASSWORD: z.string().min(1).optional(),
  /** Tiles under the maps, e.g. `https://tiles.example.com/{z}/{x}/{y}.png`; without, maps are drawn from outlines alone. */
  MAP_TILES_URL: z
    .string()
    .refine((url) => URL.canParse(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), {
      message: 'an address with {z}, {x} and {y}',
    })
    .optional(),
  /** Whose the tiles are, shown on the map. */
  MAP_TILES_ATTRIBUTION: z.string().default(''),
  /** Let the crawler fetch private addresses: for tests, and for an intranet of your own. */
  CRAWL_ALLOW_PRIVATE: flag,
  /** Milliseconds between two requests to one website. */
  CRAWL_PAUSE_MS: z.coerce.number().int().min(0).max(60_000).default(250),
  /** A server that speaks OpenAI's chat completions, up to and with its version: `https://api.openai.com/v1`. */
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.parse(url)?.username === '', { message: 'an address without a user' })
    .default(OPENAI),
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** The model that writes the answers; without it they are quoted from the pages. */
  OPENAI_MODEL: z.string().min(1).optional(),
  /** The model whose vectors rank passages by meaning, beside their words; without it words alone do. */
  OPENAI_EMBEDDINGS_MODEL: z.string().min(1).optional(),
  /** A server that speaks OpenAI's embeddings, where it is another one than OPENAI_BASE_URL. */
  OPENAI_EMBEDDINGS_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.parse(url)?.username === '', { message: 'an address without a user' })
    .optional(),
  /** What a million tokens of that model cost, in US dollars: those that it reads, and those that it writes. */
  OPENAI_INPUT_PRICE: z.coerce.number().min(0).optional(),
  OPENAI_OUTPUT_PRICE: z.coerce.number().min(0).optional(),
  /** Until a model's first word and from one to the next; then the pages are quoted. */
  OPENAI_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
  /** What Prometheus shows to collect /metrics; without it, only this machine may. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Where the worker shows what it counts. */
  METRICS_PORT: port.optional(),
  /** A collector of traces that speaks OTLP over HTTP, e.g. `http://localhost:4318`. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** From here on a read model is far behind: /api/ready says so. */
  READY_LAG_MS: z.coerce.number().int().min(100).default(30_000),
  /** The built web, served when set. */
  WEB_DIR: z.string().min(1).optional(),
});
const environment = variables
  .refine(
    ({ OPENAI_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL }) =>
      OPENAI_MODEL === undefined || OPENAI_API_KEY !== undefined || OPENAI_BASE_URL !== OPENAI,
    {
      path: ['OPENAI_API_KEY'],
      message: 'required with OPENAI_MODEL, unless OPENAI_BASE_URL is a server of your own',
    },
  )
  .refine(
    ({ OPENAI_EMBEDDINGS_MODEL, OPENAI_EMBEDDINGS_URL, OPENAI_API_KEY, OPENAI_BASE_URL }) =>
      OPENAI_EMBEDDINGS_MODEL === undefined ||
      OPENAI_API_KEY !== undefined ||
      (OPENAI_EMBEDDINGS_URL ?? OPENAI_BASE_URL) !== OPENAI,
    {
      path: ['OPENAI_API_KEY'],
      message: 'required with OPENAI_EMBEDDINGS_MODEL, unless OPENAI_EMBEDDINGS_URL is a server of your own',
    },
  );
export type Config = z.infer<typeof environment>;

/** Reads the configuration of api and worker. Throws an error that names every bad value, without showing it. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const result = parse(variables);
  if (result.success) return result.data;
  const wrong = problemsOf(result.error).map(([name, problem]) => `${name}: ${problem}`);
  throw new Error(`Bad configuration\n${wrong.join('\n')}`);
}

/** What is wrong with it: the names of bad values, and why each is. */
export function problemsIn(variables: Record<string, string | undefined>): [name: string, problem: string][] {
  const result = parse(variables);
  return result.success ? [] : problemsOf(result.error);
}

const parse = (variables: Record<string, string | undefined>) =>
  environment.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')));

const problemsOf = (error: z.ZodError): [string, string][] =>
  error.issues.map(({ path, message }) => [path.join('.'), message]);
