import type {
  SystemVersion,
  versionCreatedResponse,
} from '@landline/api/operations/system-versions/contract';
import type { Command } from 'commander';
import type { z } from 'zod';
import { openApi } from './connection.ts';
import { print, printJson, printTable } from './output.ts';

interface SnapshotOptions {
  beforeDeploy?: string;
  emergency?: true;
  json?: true;
}

/** Adds the `versions` commands, which list and create configuration versions. */
export function addVersionCommands(program: Command): void {
  const versions = program.command('versions').description('list and create configuration versions');
  versions
    .command('list')
    .description('list all versions, newest first')
    .option('--json', 'print JSON')
    .action(list);
  versions
    .command('snapshot')
    .description('save the current configuration as a version')
    .option('--before-deploy <label>', 'label of the deployment that follows, e.g. a commit or a tag')
    .option('--emergency', 'mark as an emergency backup')
    .option('--json', 'print one JSON object')
    .action(snapshot);
}

async function list({ json }: { json?: true }): Promise<void> {
  const api = await openApi();
  const { versions } = await api.call<{ versions: SystemVersion[] }>('GET', '/api/ai/system/versions');
  if (json) {
    printJson(versions);
    return;
  }
  if (versions.length === 0) print('There are no versions');
  printTable(
    versions.map(({ id, version_name, created_at, created_by_email, file_count, is_active }) => ({
      name: version_name,
      created_at,
      by: created_by_email,
      documents: file_count,
      active: is_active,
      id,
    })),
  );
}

async function snapshot({ beforeDeploy, emergency, json }: SnapshotOptions): Promise<void> {
  const api = await openApi();
  const body =
    beforeDeploy !== undefined
      ? { kind: 'git-deploy', label: beforeDeploy, description: `Before the deploy of ${beforeDeploy}` }
      : emergency
        ? { kind: 'emergency', description: 'Emergency backup from the command line' }
        : {};
  const created = await api.call<z.infer<typeof versionCreatedResponse>>(
    'POST',
    '/api/ai/system/snapshot',
    body,
  );
  if (json) printJson(created);
  else print(created.message);
}
