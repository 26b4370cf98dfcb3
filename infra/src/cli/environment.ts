import { open } from 'node:fs/promises';
import path from 'node:path';
import {
  type CreateLayerBody,
  LAYER_PROFILES,
  type LayerPreview,
  type LayerStatus,
  layerProfileName,
} from '@landline/api/environment/contract';
import { ImportInterruptedError, sendFile } from '@landline/api/imports/client';
import { LAYER_KINDS, layerKind } from '@landline/event-schemas';
import { type Command, Option } from 'commander';
import { connect, freshToken, openApi, signIn } from './connection.ts';
import { progressBar, say, sayJson, showImport } from './output.ts';

interface Options {
  kind: string;
  name?: string;
  source?: string;
  date?: string;
  licence?: string;
  note?: string;
  coverage?: string;
  madeUp?: boolean;
  profile?: string;
  resume?: string;
  json?: boolean;
}

export function addEnvironmentCommands(program: Command): void {
  const environment = program.command('environment').description('what surrounds parcels');
  environment
    .command('import')
    .description('import a CSV, NDJSON or GeoJSON file of facilities, flood zones or soil')
    .argument('<file>')
    .addOption(new Option('--kind <kind>', 'what the file holds').choices(LAYER_KINDS).makeOptionMandatory())
    .option('--name <name>', 'what people see; a layer of the same kind and name is replaced')
    .option('--source <source>', 'whose data it is; known files say it themselves')
    .option('--date <date>', 'of the data, or of the day it was obtained: 2020, 2020-05 or 2020-05-17')
    .option('--licence <licence>', 'under which it may be used')
    .option('--note <note>', 'what readers have to know of it')
    .option('--coverage <miles>', 'how far from its sites a list speaks for parcels; 0: everywhere')
    .option('--made-up', 'its values are made up: the screen says so')
    .option('--profile <name>', 'mapping profile, instead of the recognised one')
    .option('--resume <layer id>', 'go on with an upload that was broken off')
    .option('--json', 'print the finished layer as JSON')
    .action(importCommand);
  environment
    .command('list')
    .description('the layers that candidates are joined with')
    .action(async () => {
      const { data } = await (await openApi()).call<{ data: { layers: LayerStatus[] } }>(
        'GET',
        '/api/geo/environment/layers',
      );
      for (const layer of data.layers) {
        say(
          `${layer.layer_id}  ${layer.kind}  ${layer.name}: ${layer.status}, ${layer.imported} (${layer.source_date})`,
        );
      }
    });
  environment
    .command('remove')
    .description('take a layer away; candidates are assessed without it')
    .argument('<layer id>')
    .action(async (id: string) => {
      await (await openApi()).call('DELETE', `/api/geo/environment/layers/${encodeURIComponent(id)}`);
      say('removed');
    });
}

const HEAD_BYTES = 256 * 1024;

async function importCommand(file: string, options: Options): Promise<void> {
  const { json = false } = options;
  const services = await connect();
  const token = freshToken(() => signIn(services));
  const kind = layerKind.parse(options.kind);
  const known = LAYER_PROFILES[await recognised(file, kind, services.apiUrl, await token())];
  const { name = known.name, source = known.source, date = known.source_date } = options;
  if (!name || !source || !date) {
    // A known file may say whose it is and not of when.
    const missing = Object.entries({ '--name': name, '--source': source, '--date': date })
      .filter(([, value]) => !value)
      .map(([option]) => option);
    const wanted = new Intl.ListFormat('en').format(missing);
    throw new Error(`The file does not say it, and every figure shows it: give ${wanted}.`);
  }
  const licence = options.licence ?? known.licence;
  const note = options.note ?? known.note;
  const body: Omit<CreateLayerBody, 'file_name' | 'file_bytes'> = {
    kind,
    name,
    source,
    source_date: date,
    ...(licence && { licence }),
    ...(note && { note }),
    ...(options.madeUp && { is_made_up: true }),
    ...(options.coverage !== undefined && { coverage_miles: Number(options.coverage) }),
    ...(options.profile && { profile: layerProfileName.parse(options.profile) }),
  };
  const bar = progressBar(name, 'bytes', json);
  const done = await sendFile<LayerStatus>(
    {
      baseUrl: services.apiUrl,
      token,
      file,
      ...(options.resume && { resume: options.resume }),
      onProgress: (progress) => showImport(bar, progress),
    },
    {
      path: '/api/geo/environment/layers',
      body,
      idOf: ({ layer_id }) => layer_id,
      isOver: ({ status }) => ['completed', 'failed', 'removed'].includes(status),
    },
  )
    .catch((error: unknown) => {
      if (!(error instanceof ImportInterruptedError)) throw error;
      throw new Error(`${error.message}\nGo on with --resume ${error.importId}`, { cause: error });
    })
    .finally(() => bar.stop());
  if (json) sayJson(done);
  else {
    const { status, imported, rejected, layer_id } = done;
    say(`${done.name} (${source}, ${date}): ${status}, ${imported} imported, ${rejected} rejected`);
    if (done.reason) say(done.reason);
    if (rejected > 0)
      say(`Rejected rows: ${services.apiUrl}/api/geo/environment/layers/${layer_id}/rejected`);
  }
  if (done.status !== 'completed') process.exitCode = 1;
}

/** What the api takes the beginning of a file for. */
async function recognised(
  file: string,
  kind: string,
  apiUrl: string,
  token: string,
): Promise<LayerPreview['profile']> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, HEAD_BYTES)));
    const query = new URLSearchParams({ kind, file_name: path.basename(file), file_bytes: String(size) });
    const answer = await fetch(`${apiUrl}/api/geo/environment/layers/preview?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(buffer.subarray(0, bytesRead)),
    });
    const body = (await answer.json()) as { data?: LayerPreview; message?: string };
    if (!body.data) throw new Error(body.message ?? `The api answered ${answer.status}`);
    const [problem] = body.data.problems;
    if (problem) throw new Error(problem);
    return body.data.profile;
  } finally {
    await handle.close();
  }
}
