import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { DEFAULT_BRANDING } from '../branding/contract.ts';
import { DEFAULT_CONFIGURATION } from './contract.ts';
import { widget } from './widget.ts';

const given = specification(widget);
const ids = { client_id: 'acme' };
const red = { ...DEFAULT_BRANDING, primaryColor: '#b00020' };
const branded = { type: 'WidgetBrandingChanged', data: { ...ids, branding: red } } as const;
const versionCreated = {
  type: 'WidgetVersionCreated',
  data: { ...ids, version_id: 'v1', description: 'Red', branding: red, configuration: DEFAULT_CONFIGURATION },
} as const;
const defaultChanged = { type: 'DefaultWidgetVersionChanged', data: { ...ids, version_id: 'v1' } } as const;
const change = { ...ids, type: 'change_branding', globalBranding: DEFAULT_BRANDING } as const;
const createVersion = {
  ...ids,
  type: 'create_version',
  version_id: 'v1',
  description: 'Red',
  globalBranding: DEFAULT_BRANDING,
} as const;

describe('widget', () => {
  test('starts from the global branding', () =>
    given()
      .when({ ...change, changes: { primaryColor: '#b00020' } })
      .then(branded));
  test('ignores unchanged settings', () =>
    given(branded)
      .when({ ...change, changes: { primaryColor: '#b00020' } })
      .thenNothing());
  test('keeps omitted settings', () =>
    given()
      .when({ ...ids, type: 'change_security', changes: { rateLimitPerMinute: 50 } })
      .then({
        type: 'WidgetSecurityChanged',
        data: { ...ids, rate_limit_per_minute: 50, token_expiry_minutes: 1440 },
      }));
  test('creates a new secret each time', () =>
    given({ type: 'WidgetSecretRotated', data: { ...ids, generation: 1 } })
      .when({ ...ids, type: 'rotate_secret' })
      .then({ type: 'WidgetSecretRotated', data: { ...ids, generation: 2 } }));
});

describe('widget version', () => {
  test('is a snapshot of the branding and the configuration', () =>
    given(branded).when(createVersion).then(versionCreated));
  test('uses the global branding of a widget without its own', () =>
    given()
      .when(createVersion)
      .then({ ...versionCreated, data: { ...versionCreated.data, branding: DEFAULT_BRANDING } }));
  test('is created once', () => given(versionCreated).when(createVersion).thenNothing());
  test('becomes the default', () =>
    given(versionCreated)
      .when({ ...ids, type: 'set_default_version', version_id: 'v1' })
      .then(defaultChanged));
  test('becomes the default once', () =>
    given(versionCreated, defaultChanged)
      .when({ ...ids, type: 'set_default_version', version_id: 'v1' })
      .thenNothing());
  test('must exist to become the default', () =>
    given()
      .when({ ...ids, type: 'set_default_version', version_id: 'v1' })
      .thenRejected('WIDGET_VERSION_UNKNOWN'));
});
