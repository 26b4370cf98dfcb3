import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Environment,
  environmentProblems,
  PORT,
  type Problem,
  parseEnvironment,
  VARIABLES,
} from '@landline/runtime/process/environment';
import { z } from 'zod';

const flag = z.stringbool().default(false);

const OPENAI = 'https://api.openai.com/v1';

const apiUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.parse(url)?.username === '', { message: 'must be a URL without a user name' });

const variables = z.object({
  DATABASE_URL: VARIABLES.DATABASE_URL,
  EVENTSTORE_URL: VARIABLES.EVENTSTORE_URL,
  LOG_LEVEL: VARIABLES.LOG_LEVEL,
  NODE_ENV: z.string().default('production'),
  PORT: PORT.default(8080),
  /** Directory for local files. */
  DATA_DIR: VARIABLES.DATA_DIR,
  JWT_SECRET: z.string().min(32),
  /** Public address without a slash at its end, for links and HTTPS. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Trust the X-Forwarded-* headers of a proxy. */
  TRUST_PROXY: flag,
  /** Set by the supervisor for embedded services; without SMTP_URL, emails are saved in DATA_DIR/outbox. */
  EMBEDDED: flag,
  /** Mail server, e.g. `smtps://user:password@mail.example.com`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of emails; `no-reply@` the host of PUBLIC_URL by default. */
  MAIL_FROM: z.email().optional(),
  PRODUCT_NAME: z.string().min(1).default('Landline'),
  SUPERADMIN_EMAIL: z.email().optional(),
  SUPERADMIN_PASSWORD: z.string().min(1).optional(),
  /** Map tiles, e.g. `https://tiles.example.com/{z}/{x}/{y}.png`; without them, maps show outlines only. */
  MAP_TILES_URL: z
    .string()
    .refine((url) => URL.canParse(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), {
      message: 'must be a URL with {z}, {x} and {y}',
    })
    .optional(),
  /** Attribution shown on the map. */
  MAP_TILES_ATTRIBUTION: z.string().default(''),
  /** Let the crawler fetch private addresses, for tests and intranets. */
  CRAWL_ALLOW_PRIVATE: flag,
  /** Milliseconds between two requests to one website. */
  CRAWL_PAUSE_MS: z.coerce.number().int().min(0).max(60_000).default(250),
  /** Base URL of a server with OpenAI's chat completions API, including the version: `https://api.openai.com/v1`. */
  OPENAI_BASE_URL: apiUrl.default(OPENAI),
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** Model that writes the answers; without it, answers quote the pages. */
  OPENAI_MODEL: z.string().min(1).optional(),
  /** Folder with an encoder for passages and questions (`model.onnx`, `tokenizer.json`) instead of the built-in one. */
  ENCODER_DIR: z
    .string()
    .refine((folder) => existsSync(join(folder, 'model.onnx')), {
      message: 'must be a folder with a model.onnx',
    })
    .optional(),
  /** Embedding model of the server below, used instead of an encoder on this machine. */
  OPENAI_EMBEDDINGS_MODEL: z.string().min(1).optional(),
  /** Base URL of the embeddings API if it differs from OPENAI_BASE_URL. */
  OPENAI_EMBEDDINGS_URL: apiUrl.optional(),
  /** Prices per million input and output tokens, in US dollars. */
  OPENAI_INPUT_PRICE: z.coerce.number().min(0).optional(),
  OPENAI_OUTPUT_PRICE: z.coerce.number().min(0).optional(),
  /** Timeout for the model's first token and between tokens; after it, the answer quotes the pages. */
  OPENAI_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(10_000),
  /** Bearer token for /metrics; without it, every request for metrics is rejected. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Port of the worker's metrics. */
  METRICS_PORT: PORT.optional(),
  /** OTLP/HTTP trace collector, e.g. `http://localhost:4318`. */
  OTEL_EXPORTER_OTLP_ENDPOINT: VARIABLES.OTEL_EXPORTER_OTLP_ENDPOINT,
  /** Lag above which /api/ready reports a read model as behind, in milliseconds. */
  READY_LAG_MS: z.coerce.number().int().min(100).default(30_000),
  /** Demo data that `seed-demo.ts` creates; `parcels` leaves out the assistants' history. With `off`, startup skips the script. */
  DEMO_DATA: z.enum(['on', 'parcels', 'off']).default('on'),
  /** Directory of the web build to serve. */
  WEB_DIR: z.string().min(1).optional(),
});
const environment = variables
  .refine(
    ({ OPENAI_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL }) =>
      OPENAI_MODEL === undefined || OPENAI_API_KEY !== undefined || OPENAI_BASE_URL !== OPENAI,
    {
      path: ['OPENAI_API_KEY'],
      message: 'required with OPENAI_MODEL, unless OPENAI_BASE_URL is another server',
    },
  )
  .refine(
    ({ OPENAI_EMBEDDINGS_MODEL, OPENAI_EMBEDDINGS_URL, OPENAI_API_KEY, OPENAI_BASE_URL }) =>
      OPENAI_EMBEDDINGS_MODEL === undefined ||
      OPENAI_API_KEY !== undefined ||
      (OPENAI_EMBEDDINGS_URL ?? OPENAI_BASE_URL) !== OPENAI,
    {
      path: ['OPENAI_API_KEY'],
      message: 'required with OPENAI_EMBEDDINGS_MODEL, unless OPENAI_EMBEDDINGS_URL is another server',
    },
  );
export type Config = z.infer<typeof environment>;

/** Reads the configuration of the API and the worker. Throws a ConfigurationError. */
export const readConfig = (variables: Environment = process.env): Config =>
  parseEnvironment(environment, variables);

/** Returns the names of invalid variables and their problems. */
export const problemsIn = (variables: Environment): Problem[] => environmentProblems(environment, variables);
