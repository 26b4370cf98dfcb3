import { describe, test } from 'vitest';
import { DEFAULT_BRANDING } from '../branding/contract.ts';
import { restoredPrompt } from '../prompts/restore.ts';
import { specification } from '../testing/decider.ts';
import { DEFAULT_CONFIGURATION } from '../widget/contract.ts';
import { widgetGlobals } from '../widget/globals.ts';
import { restoredWidget } from '../widget/restore.ts';

const of = { client_id: 'acme' };
const red = { ...DEFAULT_BRANDING, primaryColor: '#b00020' };
const quiet = { ...DEFAULT_CONFIGURATION, position: 'top-left' } as const;

describe('a widget', () => {
  const given = specification(restoredWidget);
  const nothing = { ...of, withdrawn: [], returned: [] };
  const version = { ...of, version_id: 'v1', description: 'Red', branding: red, configuration: quiet };
  const created = { type: 'WidgetVersionCreated', data: version } as const;
  const chosen = { type: 'DefaultWidgetVersionChanged', data: { ...of, version_id: 'v1' } } as const;
  const branded = { type: 'WidgetBrandingChanged', data: { ...of, branding: red } } as const;
  const configured = { type: 'WidgetConfigurationChanged', data: { ...of, configuration: quiet } } as const;
  const brandingCleared = { type: 'WidgetBrandingCleared', data: of } as const;
  const configurationCleared = { type: 'WidgetConfigurationCleared', data: of } as const;
  const defaultCleared = { type: 'DefaultWidgetVersionCleared', data: of } as const;
  const withdrawn = { type: 'WidgetVersionWithdrawn', data: { ...of, version_id: 'v1' } } as const;
  const returned = {
    type: 'WidgetVersionReturned',
    data: { ...version, created_at: '2026-03-01T09:00:00.000Z', created_by: 'ada' },
  } as const;
  const before = { branding: null, configuration: null, default_version_id: null };

  test('has nothing of its own again, and its version is withdrawn last', () => {
    given(created, chosen, branded, configured)
      .when({ ...nothing, ...before, withdrawn: ['v1'] })
      .then(brandingCleared, configurationCleared, defaultCleared, withdrawn);
  });
  test('gets its version back before it is the default', () => {
    given(created, withdrawn)
      .when({
        ...nothing,
        branding: red,
        configuration: quiet,
        default_version_id: 'v1',
        returned: [returned.data],
      })
      .then(returned, branded, configured, chosen);
  });
  test('that is as the version has it stays so, and so does what is not named', () => {
    given(created, chosen, branded, configured)
      .when({
        ...nothing,
        branding: red,
        configuration: quiet,
        default_version_id: 'v1',
        returned: [returned.data],
      })
      .thenNothing();
    given(branded).when(nothing).thenNothing();
    given()
      .when({ ...nothing, ...before, withdrawn: ['v1'] })
      .thenNothing();
    given(branded, brandingCleared)
      .when({ ...nothing, ...before })
      .thenNothing();
  });
  test('that was set to what is the default all the same was set', () => {
    const set = {
      type: 'WidgetConfigurationChanged',
      data: { ...of, configuration: DEFAULT_CONFIGURATION },
    } as const;
    given(set)
      .when({ ...nothing, configuration: null })
      .then(configurationCleared);
    given()
      .when({ ...nothing, configuration: DEFAULT_CONFIGURATION })
      .then(set);
  });
});

describe('what all widgets have', () => {
  const given = specification(widgetGlobals);
  const changed = { type: 'GlobalBrandingChanged', data: { branding: red } } as const;
  const cleared = { type: 'GlobalBrandingCleared', data: {} } as const;
  test("is restored, or the product's own again", () => {
    given().when({ type: 'restore_branding', branding: red }).then(changed);
    given(changed).when({ type: 'restore_branding', branding: red }).thenNothing();
    given(changed).when({ type: 'restore_branding', branding: null }).then(cleared);
    given(changed, cleared).when({ type: 'restore_branding', branding: null }).thenNothing();
  });
});

describe('a prompt', () => {
  const given = specification(restoredPrompt);
  const faq = { prompt_id: 'p1', ...of, prompt_type: 'faq', content: 'Q: Open?' } as const;
  const custom = { ...faq, prompt_type: 'custom', content: 'Be brief.' } as const;
  const added = { type: 'PromptAdded', data: faq } as const;
  const deleted = { type: 'PromptDeleted', data: { prompt_id: 'p1', ...of } } as const;
  const restored = { ...faq, added_at: '2026-03-01T09:00:00.000Z' };
  test('that there was not is deleted', () => {
    given(added).when({ prompt_id: 'p1', restored: null }).then(deleted);
    given(added, deleted).when({ prompt_id: 'p1', restored: null }).thenNothing();
  });
  test('that was another is as it was, and one that was deleted is back', () => {
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
