import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EventType, eventDefinitions } from '@landline/event-schemas';
import { jsonSchemaOf } from '@landline/event-schemas/message-schema';
import type { Command } from 'commander';
import { print } from './output.ts';

/** Adds `events schemas`, which writes JSON Schemas for Kafka consumers. Needs no running instance. */
export function addSchemaCommand(events: Command): void {
  events
    .command('schemas')
    .description('write the JSON Schema of each event type as published to Kafka')
    .argument('<folder>', 'target folder, created if missing')
    .action(async (folder: string) => {
      await mkdir(folder, { recursive: true });
      const types = Object.keys(eventDefinitions) as EventType[];
      for (const type of types) {
        const file = path.join(folder, `${type}.v${eventDefinitions[type].version}.json`);
        await writeFile(file, `${JSON.stringify(jsonSchemaOf(type), null, 2)}\n`);
      }
      print(`${types.length} schemas written to ${path.resolve(folder)}`);
    });
}
