import vm from 'node:vm';
import { DomainError } from '../../platform/errors.ts';
import type { Branding } from '../branding/contract.ts';
import type { WidgetConfiguration } from './contract.ts';
import type { LoadKind } from './load-counts.ts';
import type { WidgetBundle } from './widget-bundle.ts';

/** Configuration in a widget's script, read by `web/src/widget/config.ts`. */
interface ScriptConfig {
  clientId: string;
  kind: LoadKind;
  branding: Branding;
  configuration: WidgetConfiguration;
}

interface Templates {
  script: string;
  style: string;
}

/** Returns the launcher as a classic script with its configuration and the appended code. */
export function scriptOf(config: ScriptConfig, bundle: WidgetBundle, templates: Templates): string {
  const injected = literal({
    ...config,
    panel: `/api/ai/widget/panel.js?v=${bundle.panelHash}`,
    style: templates.style,
  });
  return `(function(landlineConfig,landlineTemplate){"use strict";\n${bundle.launcher}\n})(${injected},${templateOf(templates.script)});\n`;
}

const templateOf = (script: string) => (script.trim() === '' ? 'null' : `function(landline){\n${script}\n}`);

/** Returns JSON that is safe inside a script element. */
const literal = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Throws `TEMPLATE_INVALID` for a script with syntax errors, which would break every widget. */
export function assertCompiles(script: string): void {
  try {
    vm.compileFunction(script, ['landline']);
  } catch (error) {
    throw new DomainError('rule_broken', 'TEMPLATE_INVALID', 'Failed to save template files', {
      details: [{ path: 'body.script', message: error instanceof Error ? error.message : 'Invalid script' }],
      cause: error,
    });
  }
}

/** Returns a client's colors as custom properties, which a page can override. */
export function styleOf({ primaryColor, userLinkColor, aiLinkColor }: Branding): string {
  return `landline-widget {
  --landline-primary: ${primaryColor};
  --landline-user-link: ${userLinkColor};
  --landline-ai-link: ${aiLinkColor};
}
`;
}
