import { describe, test } from 'vitest';
import { DEFAULT_BRANDING } from '../../assistant/branding/contract.ts';
import { restoredPrompt } from '../../assistant/prompts/restore.ts';
import { DEFAULT_CONFIGURATION } from '../../assistant/widget/contract.ts';
import { restoredWidget } from '../../assistant/widget/restore.ts';
import { widgetGlobals } from '../../assistant/widget/widget-globals.ts';
import { specification } from '../../testing/decider.ts';

const ids = { client_id: 'acme' };
const red = { ...DEFAULT_BRANDING, primaryColor: '#b00020' };
const quiet = { ...DEFAULT_CONFIGURATION, position: 'top-left' } as const;

describe('restoring a widget', () => {
  const given = specification(restoredWidget);
  const unchanged = { ...ids, withdrawn: [], returned: [] };
  const version = { ...ids, version_id: 'v1', description: 'Red', branding: red, configuration: quiet };
  const created = { type: 'WidgetVersionCreated', data: version } as const;
  const defaultChosen = { type: 'DefaultWidgetVersionChanged', data: { ...ids, version_id: 'v1' } } as const;
  const branded = { type: 'WidgetBrandingChanged', data: { ...ids, branding: red } } as const;
  const configured = { type: 'WidgetConfigurationChanged', data: { ...ids, configuration: quiet } } as const;
  const brandingCleared = { type: 'WidgetBrandingCleared', data: ids } as const;
  const configurationCleared = { type: 'WidgetConfigurationCleared', data: ids } as const;
  const defaultCleared = { type: 'DefaultWidgetVersionCleared', data: ids } as const;
  const withdrawn = { type: 'WidgetVersionWithdrawn', data: { ...ids, version_id: 'v1' } } as const;
  const returned = {
    type: 'WidgetVersionReturned',
    data: { ...version, created_at: '2026-03-01T09:00:00.000Z', created_by: 'ada' },
  } as const;
  const before = { branding: null, configuration: null, default_version_id: null };

  test('clears settings and withdraws the version last', () => {
    given(created, defaultChosen, branded, configured)
      .when({ ...unchanged, ...before, withdrawn: ['v1'] })
      .then(brandingCleared, configurationCleared, defaultCleared, withdrawn);
  });
  test('returns a version before making it the default', () => {
    given(created, withdrawn)
      .when({
        ...unchanged,
        branding: red,
        configuration: quiet,
        default_version_id: 'v1',
        returned: [returned.data],
      })
      .then(returned, branded, configured, defaultChosen);
  });
  test('leaves matching and omitted settings alone', () => {
    given(created, defaultChosen, branded, configured)
      .when({
        ...unchanged,
        branding: red,
        configuration: quiet,
        default_version_id: 'v1',
        returned: [returned.data],
      })
      .thenNothing();
    given(branded).when(unchanged).thenNothing();
    given()
      .when({ ...unchanged, ...before, withdrawn: ['v1'] })
      .thenNothing();
    given(branded, brandingCleared)
      .when({ ...unchanged, ...before })
      .thenNothing();
  });
  test('distinguishes a default that was chosen from none', () => {
    const set = {
      type: 'WidgetConfigurationChanged',
      data: { ...ids, configuration: DEFAULT_CONFIGURATION },
    } as const;
    given(set)
      .when({ ...unchanged, configuration: null })
      .then(configurationCleared);
    given()
      .when({ ...unchanged, configuration: DEFAULT_CONFIGURATION })
      .then(set);
  });
});

describe('restoring global widget settings', () => {
  const given = specification(widgetGlobals);
  const changed = { type: 'GlobalBrandingChanged', data: { branding: red } } as const;
  const cleared = { type: 'GlobalBrandingCleared', data: {} } as const;
  test('restores the branding or clears it', () => {
    given().when({ type: 'restore_branding', branding: red }).then(changed);
    given(changed).when({ type: 'restore_branding', branding: red }).thenNothing();
    given(changed).when({ type: 'restore_branding', branding: null }).then(cleared);
    given(changed, cleared).when({ type: 'restore_branding', branding: null }).thenNothing();
  });
});

describe('restoring a prompt', () => {
  const given = specification(restoredPrompt);
  const faq = { prompt_id: 'p1', ...ids, prompt_type: 'faq', content: 'Q: Open?' } as const;
  const custom = { ...faq, prompt_type: 'custom', content: 'Be brief.' } as const;
  const added = { type: 'PromptAdded', data: faq } as const;
  const deleted = { type: 'PromptDeleted', data: { prompt_id: 'p1', ...ids } } as const;
  const restored = { ...faq, added_at: '2026-03-01T09:00:00.000Z' };
  test('deletes a prompt that the version does not have', () => {
    given(added).when({ prompt_id: 'p1', restored: null }).then(deleted);
    given(added, deleted).when({ prompt_id: 'p1', restored: null }).thenNothing();
  });
  test('changes a prompt back and recreates a deleted one', () => {
    given({ type: 'PromptAdded', data: custom })
      .when({ prompt_id: 'p1', restored })
      .then({ type: 'PromptChanged', data: faq });
    given(added).when({ prompt_id: 'p1', restored }).thenNothing();
    given(added, deleted)
      .when({ prompt_id: 'p1', restored })
      .then({ type: 'PromptRestored', data: restored });
    given(added, deleted, { type: 'PromptRestored', data: restored })
      .when({ prompt_id: 'p1', restored })
      .thenNothing();
  });
});
