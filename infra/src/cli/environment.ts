import { open } from 'node:fs/promises';
import path from 'node:path';
import {
  type CreateLayerBody,
  LAYER_PROFILES,
  type LayerPreview,
  type LayerStatus,
  layerProfileName,
} from '@landline/api/property/environment/contract';
import { sendFile } from '@landline/api/property/imports/import-client';
import { LAYER_KINDS, layerKind } from '@landline/event-schemas';
import { type Command, Option } from 'commander';
import { apiAccess, fetchFrom, openApi, readJson } from './connection.ts';
import { print, printJson, uploadWithProgress } from './output.ts';

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
  const environment = program.command('environment').description('manage layers of environmental data');
  environment
    .command('import')
    .description('import facilities, flood zones or soil from a CSV, NDJSON or GeoJSON file')
    .argument('<file>')
    .addOption(new Option('--kind <kind>', 'layer type').choices(LAYER_KINDS).makeOptionMandatory())
    .option('--name <name>', 'display name; replaces the layer of the same type and name')
    .option('--source <source>', 'publisher of the data; not needed for recognized files')
    .option('--date <date>', 'date of the data or of its download: 2020, 2020-05 or 2020-05-17')
    .option('--licence <licence>', 'license of the data')
    .option('--note <note>', 'note shown with the layer')
    .option(
      '--coverage <miles>',
      'maximum distance from a site at which a list covers a parcel; 0 means everywhere',
    )
    .option('--made-up', 'mark the layer as demo data')
    .option('--profile <name>', 'column mapping profile (default: detected)')
    .option('--resume <layer id>', 'resume an interrupted upload')
    .option('--json', 'print the finished layer as JSON')
    .action(importCommand);
  environment
    .command('list')
    .description('list the layers')
    .action(async () => {
      const { data } = await (await openApi()).call<{ data: { layers: LayerStatus[] } }>(
        'GET',
        '/api/geo/environment/layers',
      );
      if (data.layers.length === 0) print('There are no layers');
      for (const layer of data.layers) {
        print(
          `${layer.layer_id}  ${layer.kind}  ${layer.name}: ${layer.status}, ${layer.imported} (${layer.source_date})`,
        );
      }
    });
  environment
    .command('remove')
    .description('remove a layer; candidates are assessed again without it')
    .argument('<layer id>')
    .action(async (id: string) => {
      await (await openApi()).call('DELETE', `/api/geo/environment/layers/${encodeURIComponent(id)}`);
      print(`Removed layer ${id}`);
    });
}

const HEAD_BYTES = 256 * 1024;

async function importCommand(file: string, options: Options): Promise<void> {
  const { json = false } = options;
  const { apiUrl, token } = await apiAccess();
  const kind = layerKind.parse(options.kind);
  const profile = LAYER_PROFILES[await recognizedProfile(file, kind, apiUrl, await token())];
  const { name = profile.name, source = profile.source, date = profile.source_date } = options;
  if (!name || !source || !date) {
    // A recognized file may lack its source date.
    const missing = Object.entries({ '--name': name, '--source': source, '--date': date })
      .filter(([, value]) => !value)
      .map(([option]) => option);
    throw new Error(
      `Pass ${new Intl.ListFormat('en').format(missing)}; the file does not contain this information`,
    );
  }
  const licence = options.licence ?? profile.licence;
  const note = options.note ?? profile.note;
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
  const finished = await uploadWithProgress(apiUrl, name, json, (onProgress) =>
    sendFile<LayerStatus>(
      {
        baseUrl: apiUrl,
        token,
        file,
        ...(options.resume && { resume: options.resume }),
        onProgress,
      },
      {
        path: '/api/geo/environment/layers',
        body,
        idOf: ({ layer_id }) => layer_id,
        isFinished: ({ status }) => ['completed', 'failed', 'removed'].includes(status),
      },
    ),
  );
  if (json) printJson(finished);
  else {
    const { status, imported, rejected, layer_id } = finished;
    print(`${finished.name} (${source}, ${date}): ${status}, ${imported} imported, ${rejected} rejected`);
    if (finished.reason) print(finished.reason);
    if (rejected > 0) print(`Rejected rows: ${apiUrl}/api/geo/environment/layers/${layer_id}/rejected`);
  }
  if (finished.status !== 'completed') process.exitCode = 1;
}

/** Returns the profile that the API detects from the beginning of a file. */
async function recognizedProfile(
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
    const response = await fetchFrom(apiUrl, `/api/geo/environment/layers/preview?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(buffer.subarray(0, bytesRead)),
    });
    const body = await readJson<{ data?: LayerPreview; message?: string }>(apiUrl, response);
    if (!body.data) throw new Error(body.message ?? `The API returned ${response.status}`);
    const [problem] = body.data.problems;
    if (problem) throw new Error(problem);
    return body.data.profile;
  } finally {
    await handle.close();
  }
}
