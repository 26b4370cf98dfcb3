import { DEFAULT_SITE_SETTINGS, EVERYONE } from '@landline/event-schemas';
import { expect, test } from 'vitest';
import { projectorSpec, recorded } from '../../testing/projector-spec.ts';
import { configurationDocument, configuredClient, systemVersion, systemVersions } from './system-versions.ts';

const { given } = projectorSpec(systemVersions);

const ids = { client_id: 'acme' };
const branding = {
  primaryColor: '#6908C9',
  botName: 'Ada',
  logoUrl: '',
  welcomeMessage: '',
  placeholderText: '',
  widgetButtonText: '',
  userLinkColor: '#fff',
  aiLinkColor: '#fff',
};
const configuration = { position: 'top-left', proactiveMessage: null, proactiveDelaySeconds: 5 } as const;
const version = { ...ids, version_id: 'w1', description: 'Red', branding, configuration };
const content = { description: 'Red', branding, configuration };
const prompt = { prompt_id: 'p1', ...ids, prompt_type: 'faq', content: 'Q: Open?' } as const;
const model = {
  name: 'tables',
  adu: { base: 1, learned: [{ trait: 'a' }] },
  ios: { base: 2, learned: [] },
};
const plan = { name: 'Plan', monthlyPrice: 1, messages: 1, pages: 1, overageRate: 1 };
const price_list = { starter: plan, pro: plan, elite: plan };
const published = { scope: EVERYONE, model_hash: 'h', model };

test('keeps every state of every document, including its absence', async () => {
  const rows = await given(
    recorded('GlobalBrandingChanged', { branding }),
    recorded('GlobalBrandingCleared', {}),
    recorded('WidgetTemplatesChanged', { revision: 1, script: 'x', style: '' }),
    recorded('WidgetTemplatesChanged', { revision: 2, script: '', style: '' }),
    recorded('WidgetBrandingChanged', { ...ids, branding }),
    recorded('WidgetBrandingCleared', ids),
    recorded('WidgetConfigurationChanged', { ...ids, configuration }),
    recorded('WidgetConfigurationCleared', ids),
    recorded('WidgetVersionCreated', version),
    recorded('DefaultWidgetVersionChanged', { ...ids, version_id: 'w1' }),
    recorded('DefaultWidgetVersionCleared', ids),
    recorded('WidgetVersionWithdrawn', { ...ids, version_id: 'w1' }),
    recorded('WidgetVersionReturned', {
      ...version,
      created_at: '2026-03-01T09:00:00.000Z',
      created_by: 'ada',
    }),
    recorded('PromptAdded', prompt),
    recorded('PromptDeleted', { prompt_id: 'p1', ...ids }),
    recorded('PromptRestored', { ...prompt, added_at: '2026-03-01T09:00:00.000Z' }),
    recorded('ScoringModelPublished', published),
    recorded('ScoringModelPublished', { ...published, taught_by: { judgements: 3, as_of: '9' } }),
    recorded('ScoringModelPublished', { ...published, scope: 'acme' }),
    recorded('PriceListPublished', { price_list }),
    recorded('PriceListRestored', { price_list }),
    recorded('SiteSettingsChanged', { ...ids, include: ['/blog/*'], exclude: [], recrawl: 'daily' }),
    recorded('SiteSettingsChanged', { ...ids, ...DEFAULT_SITE_SETTINGS }),
    // Protected settings are part of no document.
    recorded('WidgetSecurityChanged', { ...ids, rate_limit_per_minute: 7, token_expiry_minutes: 7 }),
    recorded('WidgetSecretRotated', { ...ids, generation: 2 }),
  );
  const states = new Map<string, unknown[]>();
  const documents = (await rows(configurationDocument)).toSorted(
    (a, b) => Number(a.position) - Number(b.position),
  );
  for (const row of documents) {
    const id = String(row.document_id);
    states.set(id, [...(states.get(id) ?? []), row.content]);
  }
  const promptContent = { prompt_type: 'faq', content: 'Q: Open?' };
  expect(Object.fromEntries(states)).toEqual({
    'global_branding:landline': [branding, null],
    'widget_templates:landline': [{ script: 'x', style: '' }, null],
    'branding:acme': [branding, null],
    'widget_configuration:acme': [configuration, null],
    'widget_version:w1': [
      { ...content, created_at: '2026-03-01T09:00:00.000Z', created_by: 'system' },
      null,
      { ...content, created_at: '2026-03-01T09:00:00.000Z', created_by: 'ada' },
    ],
    'default_widget_version:acme': [{ version_id: 'w1' }, null],
    'prompt:p1': [promptContent, null, promptContent],
    'site_settings:acme': [{ include: ['/blog/*'], exclude: [], recrawl: 'daily' }, null],
    'price_list:landline': [price_list, price_list],
    'scoring_model:everyone': [
      { name: 'tables', adu: { base: 1, learned: [] }, ios: { base: 2, learned: [] } },
    ],
  });
});

test('keeps a version with its rollback until it is deleted', async () => {
  const created = recorded('SystemVersionCreated', {
    version_id: 'v1',
    version_name: 'First',
    description: '',
    kind: 'named',
    position: '7',
    file_count: 2,
  });
  const rollback = { version_id: 'v1', rollback_id: 'r1' };
  const requested = recorded('SystemRollbackRequested', {
    ...rollback,
    differences: 3,
    emergency_version_id: 'e1',
  });
  const running = await given(created, requested);
  expect(await running(systemVersion)).toMatchObject([
    { version_name: 'First', rollback_id: 'r1', rollback_differences: 3, restored_position: null },
  ]);
  const failure = { ...rollback, reason: 'branding:acme: too long', remaining: 1 };
  const failed = await given(created, requested, recorded('SystemRollbackFailed', failure));
  expect(await failed(systemVersion)).toMatchObject([
    { rollback_id: 'r1', rollback_failure: 'branding:acme: too long', rollback_remaining: 1 },
  ]);
  const resumed = await given(
    created,
    requested,
    recorded('SystemRollbackFailed', failure),
    recorded('SystemRollbackResumed', rollback),
  );
  expect(await resumed(systemVersion)).toMatchObject([{ rollback_id: 'r1', rollback_failure: null }]);
  const abandoned = await given(created, requested, recorded('SystemRollbackAbandoned', rollback));
  expect(await abandoned(systemVersion)).toMatchObject([{ rollback_id: null, restored_position: null }]);
  const rolledBack = await given(
    created,
    requested,
    recorded('SystemVersionRolledBack', { ...rollback, as_of: '40' }),
  );
  const [row] = await rolledBack(systemVersion);
  expect(row).toMatchObject({ rollback_id: null, rollback_differences: null, deleted_at: null });
  expect(Number(row?.restored_position)).toBe(40);
  const deleted = await given(
    created,
    recorded('SystemVersionDeleted', { version_id: 'v1', reason: 'cleanup' }),
  );
  expect((await deleted(systemVersion))[0]?.deleted_at).not.toBeNull();
});

test('records when a client was created and closed', async () => {
  const rows = await given(
    recorded('ClientCreated', {
      ...ids,
      name: 'Acme',
      primary_domain: null,
      plan_tier: 'pro',
      time_zone: 'UTC',
      authorized_domains: [],
      allowed_email_domains: [],
      has_ai_assistant: true,
      has_geo_leads: false,
      has_custom_solution: false,
      product_config: { demo_mode: false },
      active: true,
      has_custom_widget: false,
    }),
    recorded('ClientClosed', ids),
  );
  expect(
    (await rows(configuredClient)).map(({ created_position, closed_position }) => [
      Number(created_position),
      Number(closed_position),
    ]),
  ).toEqual([[0, 1]]);
});
