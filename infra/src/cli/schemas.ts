import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EventType, eventDefinitions } from '@landline/event-schemas';
import { jsonSchemaOf } from '@landline/event-schemas/kafka';
import type { Command } from 'commander';
import { say } from './output.ts';

/** `events schemas`: what outside consumers find in Kafka. Needs no running instance. */
export function addSchemaCommand(events: Command): void {
  events
    .command('schemas')
    .description('write the JSON Schema of every event type, as Kafka carries it')
    .argument('<folder>', 'where to; made when missing')
    .action(async (folder: string) => {
      await mkdir(folder, { recursive: true });
      const types = Object.keys(eventDefinitions) as EventType[];
      for (const type of types) {
        const file = path.join(folder, `${type}.v${eventDefinitions[type].version}.json`);
        await writeFile(file, `${JSON.stringify(jsonSchemaOf(type), null, 2)}\n`);
      }
      say(`${types.length} schemas in ${path.resolve(folder)}`);
    });
}
