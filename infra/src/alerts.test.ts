import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const CONTAINERS = fileURLToPath(new URL('../containers', import.meta.url));
const read = async (file: string) => parse(await readFile(path.join(CONTAINERS, file), 'utf8'));

const rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

const alerts = rules.parse(await read('alerts.yml')).groups.flatMap((group) => group.rules);

test('every alert has a unit test in which it stays silent and then fires', async () => {
  const files = await Array.fromAsync(glob('alert-tests/*.yml', { cwd: CONTAINERS }));
  expect(files.map((file) => path.parse(file).name).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  for (const file of files) {
    const { rule_files, tests } = await read(file);
    expect(rule_files).toEqual(['../alerts.yml']);
    const cases = tests.flatMap((each: { alert_rule_test: unknown[] }) => each.alert_rule_test);
    const name = path.parse(file).name;
    expect(cases, file).toMatchObject([{ alertname: name }, { alertname: name, exp_alerts: [{}] }]);
    expect(cases[0], file).not.toHaveProperty('exp_alerts');
  }
});

test('every alert is documented', async () => {
  const page = await readFile(path.join(CONTAINERS, '../../docs/operations.md'), 'utf8');
  expect(alerts.filter(({ alert }) => !page.includes(`\`${alert}\``))).toEqual([]);
});

test('inhibition rules and receivers name existing alerts', async () => {
  const { route, receivers, inhibit_rules } = await read('alertmanager.yml');
  expect(receivers.map(({ name }: { name: string }) => name)).toEqual([route.receiver]);
  const named = JSON.stringify(inhibit_rules).match(/\b[A-Z][a-z]+[A-Z]\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(alerts.map(({ alert }) => alert)).toContain(name);
});
