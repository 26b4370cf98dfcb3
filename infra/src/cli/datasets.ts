import { profileName } from '@landline/api/property/imports/contract';
import { importFile } from '@landline/api/property/imports/import-client';
import { datasetType, propertyType } from '@landline/event-schemas';
import { type Command, Option } from 'commander';
import { apiAccess } from './connection.ts';
import { print, printJson, uploadWithProgress } from './output.ts';

interface Options {
  key: string;
  name: string;
  type: string;
  datasetType?: string;
  state?: string;
  profile?: string;
  resume?: string;
  json?: boolean;
}

export function addDatasetCommands(program: Command): void {
  program
    .command('datasets')
    .description('import parcels')
    .command('import')
    .description('import parcels from a CSV, NDJSON or GeoJSON file; columns are detected')
    .argument('<file>')
    .requiredOption('--key <key>', 'dataset key: lowercase words joined by hyphens')
    .requiredOption('--name <name>', 'display name, e.g. "Lebanon Properties"')
    .addOption(new Option('--type <type>', 'lead type').choices(propertyType.options).makeOptionMandatory())
    .addOption(
      new Option(
        '--dataset-type <type>',
        'section of the hub (default: ios for ios leads, otherwise city)',
      ).choices(datasetType.options),
    )
    .option('--state <XX>', 'two-letter state')
    .addOption(
      new Option('--profile <name>', 'column mapping profile (default: detected)').choices(
        profileName.options,
      ),
    )
    .option('--resume <import id>', 'resume an interrupted upload')
    .option('--json', 'print the finished import as JSON')
    .action(importCommand);
}

async function importCommand(file: string, options: Options): Promise<void> {
  const { json = false } = options;
  const { apiUrl, publicUrl, token } = await apiAccess();
  const property_type = propertyType.parse(options.type);
  const finished = await uploadWithProgress(apiUrl, options.key, json, (onProgress) =>
    importFile({
      baseUrl: apiUrl,
      token,
      file,
      dataset_key: options.key,
      dataset_name: options.name,
      property_type,
      dataset_type: datasetType.parse(options.datasetType ?? (property_type === 'ios' ? 'ios' : 'city')),
      ...(options.state && { state: options.state }),
      ...(options.profile && { profile: profileName.parse(options.profile) }),
      ...(options.resume && { resume: options.resume }),
      onProgress,
    }),
  );
  if (json) printJson(finished);
  else {
    print(
      `${options.key}: ${finished.status}, ${finished.imported} imported, ${finished.rejected} rejected (${finished.profile ?? 'unknown'})`,
    );
    if (finished.reason) print(finished.reason);
    if (finished.rejected > 0)
      print(`Rejected rows: ${publicUrl}/api/geo/imports/${finished.import_id}/rejected.csv`);
  }
  if (finished.status !== 'completed') process.exitCode = 1;
}
