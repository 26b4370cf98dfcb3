import path from 'node:path';
import type { Rollup } from 'vite';
import { SCREENS } from './first-screen.ts';

const SOURCES = path.join(import.meta.dirname, '../src');

/** With all that only they import: a part of them left behind in a chunk that imports this one would begin too late. */
const UI = /\/node_modules\/(@mantine\/(core|hooks)|@floating-ui|@tanstack|nuqs|clsx|tabbable)\//;

/** What lies over a page: it comes when the page is there. */
const OVERLAYS =
  /\/node_modules\/(@mantine\/(notifications|store)|react-remove-scroll(-bar)?|react-style-singleton|use-(sidecar|callback-ref)|get-nonce|aria-hidden|tslib|react-transition-group|dom-helpers|prop-types|react-is|@babel\/runtime|@mantine\/core\/esm\/components\/(Drawer|Modal|ModalBase|Notification|ScrollArea))\//;

/** What forms and filters further in are made of: no first screen has one. A menu may have a field and a check mark. */
const FIELDS =
  /\/node_modules\/(react-number-format|react-textarea-autosize|@mantine\/core\/esm\/(utils\/(InlineInput|InputsGroupFieldset)|components\/(Checkbox(?!\/CheckIcon)|Collapse|ColorInput|ColorPicker|ColorSwatch|Combobox|FloatingIndicator|HoverCard|InlineInput|InputBase|LoadingOverlay|NativeSelect|NumberInput|PasswordInput|Progress|SegmentedControl|Select|Slider|Switch|Textarea|TextInput)))\//;

interface Modules {
  getModuleInfo(id: string): Rollup.ModuleInfo | null;
}

/**
 * What a first screen is drawn by comes in few files: over HTTP/1.1 each file is a round trip that another one waits for.
 * What several screens have in common is in a chunk of its own, so that none loads what only another one needs.
 */
export const chunks = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 4 },
    {
      name: 'machines',
      test: /\/node_modules\/(@xstate|xstate|use-sync-external-store|use-isomorphic-layout-effect)\//,
      priority: 3,
    },
    {
      debugName: 'icons',
      name: (id: string, modules: Modules) => iconsOf(id, modules),
      test: /\/node_modules\/@tabler\//,
      priority: 3,
    },
    { name: 'fields', test: FIELDS, priority: 3 },
    { name: 'dialogs', test: OVERLAYS, priority: 3 },
    { name: 'ui', test: UI, priority: 2 },
    {
      debugName: 'screens',
      name: (id: string, modules: Modules) => screensOf(id, modules),
      test: (id: string) => !id.includes('/node_modules/'),
      priority: 1,
    },
  ],
};

/** The chunk of what a screen has in common with others: the first in this order that is one of them. */
const SHARED = [
  ['home', 'common'],
  ['login', 'session'],
  ['frame', 'frame'],
] as const;

let screens: Map<string, Set<string>> | undefined;

/** The chunk of a module that a screen is drawn by; null when none is. */
function screensOf(id: string, graph: Modules): string | null {
  screens ??= new Map(Object.entries(SCREENS).map(([name, { modules }]) => [name, closure(modules, graph)]));
  const names = [...screens].filter(([, modules]) => modules.has(id)).map(([name]) => name);
  if (names.length > 1) for (const [name, shared] of SHARED) if (names.includes(name)) return shared;
  const name = names.join('-');
  // What only other pages need is cut by the bundler.
  return name === '' || name === 'others' ? null : name;
}

let firstIcons: Set<string> | undefined;

/** The chunk of an icon: those that visitors meet first are few of them all. */
function iconsOf(id: string, graph: Modules): string {
  const { home, login } = SCREENS;
  firstIcons ??= new Set(
    [...closure([...(home?.modules ?? []), ...(login?.modules ?? [])], graph)].flatMap(
      (module) => graph.getModuleInfo(module)?.code?.match(/\bIcon[A-Z]\w*/g) ?? [],
    ),
  );
  const icon = /\/(Icon[A-Z]\w*)\.\w+$/.exec(id)?.[1];
  return icon === undefined || firstIcons.has(icon) ? 'icons' : 'more-icons';
}

/** These modules and all that they import. */
function closure(modules: readonly string[], graph: Modules): Set<string> {
  const found = new Set<string>();
  const follow = (id: string) => {
    if (found.has(id) || id.includes('/node_modules/')) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported);
  };
  for (const module of modules) follow(path.join(SOURCES, '..', module));
  return found;
}
