import vm from 'node:vm';
import type { Branding } from '../branding/contract.ts';
import { DomainError } from '../errors.ts';
import type { WidgetBundle } from './bundle.ts';
import type { WidgetConfiguration } from './contract.ts';
import type { LoadKind } from './loads.ts';

/** What a widget's script is told; `web/src/widget/config.ts` reads it. */
export interface ScriptConfig {
  clientId: string;
  kind: LoadKind;
  branding: Branding;
  configuration: WidgetConfiguration;
}

interface Templates {
  script: string;
  style: string;
}

/** The launcher as one classic script, with what it is told and the code that the SuperAdmin has appended. */
export function scriptOf(config: ScriptConfig, bundle: WidgetBundle, templates: Templates): string {
  const told = literal({
    ...config,
    panel: `/api/ai/widget/panel.js?v=${bundle.panelHash}`,
    style: templates.style,
  });
  return `(function(landlineConfig,landlineTemplate){"use strict";\n${bundle.launcher}\n})(${told},${templateOf(templates.script)});\n`;
}

const templateOf = (script: string) => (script.trim() === '' ? 'null' : `function(landline){\n${script}\n}`);

/** JSON that stands in a script, whatever it holds. */
const literal = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Refuses a script that is none: appended to every widget, it would break all of them. Throws `TEMPLATE_INVALID`. */
export function assertCompiles(script: string): void {
  try {
    vm.compileFunction(script, ['landline']);
  } catch (error) {
    throw new DomainError('rule_broken', 'TEMPLATE_INVALID', 'Failed to save template files', {
      details: [{ path: 'body.script', message: error instanceof Error ? error.message : 'Not a script' }],
      cause: error,
    });
  }
}

/** A client's colours as custom properties of the widget's element: a page may set its own over them. */
export function styleOf({ primaryColor, userLinkColor, aiLinkColor }: Branding): string {
  return `landline-widget {
  --landline-primary: ${primaryColor};
  --landline-user-link: ${userLinkColor};
  --landline-ai-link: ${aiLinkColor};
}
`;
}
