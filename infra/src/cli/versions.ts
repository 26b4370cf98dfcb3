import type { created, SystemVersion } from '@landline/api/system-versions/contract';
import type { Command } from 'commander';
import type { z } from 'zod';
import { openApi } from './connection.ts';
import { say, sayJson, sayTable } from './output.ts';

interface SnapshotOptions {
  beforeDeploy?: string;
  emergency?: true;
  json?: true;
}

/** `versions list|snapshot`: what is configured, kept to go back to. */
export function addVersionCommands(program: Command): void {
  const versions = program.command('versions').description('versions of the configuration');
  versions
    .command('list')
    .description('every version, newest first')
    .option('--json', 'print JSON')
    .action(list);
  versions
    .command('snapshot')
    .description('keep the configuration as it is now')
    .option('--before-deploy <label>', 'the step before a deploy: what is deployed, a commit or a tag')
    .option('--emergency', 'something is going wrong')
    .option('--json', 'print one JSON object')
    .action(snapshot);
}

async function list({ json }: { json?: true }): Promise<void> {
  const api = await openApi();
  const { versions } = await api.call<{ versions: SystemVersion[] }>('GET', '/api/ai/system/versions');
  if (json) {
    sayJson(versions);
    return;
  }
  if (versions.length === 0) say('There are no versions');
  sayTable(
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
  const made = await api.call<z.infer<typeof created>>('POST', '/api/ai/system/snapshot', body);
  if (json) sayJson(made);
  else say(made.message);
}
