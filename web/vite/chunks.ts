import path from 'node:path';
import type { Rollup } from 'vite';
import { SCREENS } from './first-screen.ts';

const SOURCES = path.join(import.meta.dirname, '../src');

/**
 * Component library with its private dependencies; a dependency in a chunk that imports this one would be evaluated
 * too late.
 */
const UI = /\/node_modules\/(@mantine\/(core|hooks)|@floating-ui|@tanstack|nuqs|clsx|tabbable)\//;

/** Overlays, loaded after the page. */
const OVERLAYS =
  /\/node_modules\/(@mantine\/(notifications|store)|react-remove-scroll(-bar)?|react-style-singleton|use-(sidecar|callback-ref)|get-nonce|aria-hidden|tslib|react-transition-group|dom-helpers|prop-types|react-is|@babel\/runtime|@mantine\/core\/esm\/components\/(Drawer|Modal|ModalBase|Notification|ScrollArea))\//;

/** Form fields except the basic input and the check mark of menus; no first screen uses them. */
const FIELDS =
  /\/node_modules\/(react-number-format|react-textarea-autosize|@mantine\/core\/esm\/(utils\/(InlineInput|InputsGroupFieldset)|components\/(Checkbox(?!\/CheckIcon)|Collapse|ColorInput|ColorPicker|ColorSwatch|Combobox|FloatingIndicator|HoverCard|InlineInput|InputBase|LoadingOverlay|NativeSelect|NumberInput|PasswordInput|Progress|SegmentedControl|Select|Slider|Switch|Textarea|TextInput)))\//;

interface ModuleGraph {
  getModuleInfo(id: string): Rollup.ModuleInfo | null;
}

/**
 * Bundles each first screen into few files, since over HTTP/1.1 each file can cost a round trip. Code shared by
 * several screens gets its own chunk, so that no screen loads another's code.
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
      name: (id: string, graph: ModuleGraph) => iconsOf(id, graph),
      test: /\/node_modules\/@tabler\//,
      priority: 3,
    },
    { name: 'fields', test: FIELDS, priority: 3 },
    { name: 'dialogs', test: OVERLAYS, priority: 3 },
    { name: 'ui', test: UI, priority: 2 },
    {
      debugName: 'screens',
      name: (id: string, graph: ModuleGraph) => screensOf(id, graph),
      test: (id: string) => !id.includes('/node_modules/'),
      priority: 1,
    },
  ],
};

/** Chunk name for modules shared by several screens; the first matching screen decides. */
const SHARED_CHUNKS = [
  ['home', 'common'],
  ['login', 'session'],
  ['frame', 'frame'],
] as const;

let screens: Map<string, Set<string>> | undefined;

/** Returns the chunk of a first screen's module; null for all others. */
function screensOf(id: string, graph: ModuleGraph): string | null {
  screens ??= new Map(Object.entries(SCREENS).map(([name, { modules }]) => [name, closure(modules, graph)]));
  const names = [...screens].filter(([, modules]) => modules.has(id)).map(([name]) => name);
  if (names.length > 1) for (const [name, shared] of SHARED_CHUNKS) if (names.includes(name)) return shared;
  const name = names.join('-');
  // The bundler splits modules of other pages.
  return name === '' || name === 'others' ? null : name;
}

let firstIcons: Set<string> | undefined;

/** Returns the chunk of an icon; the few used by first screens are separate. */
function iconsOf(id: string, graph: ModuleGraph): string {
  const { home, login } = SCREENS;
  firstIcons ??= new Set(
    [...closure([...(home?.modules ?? []), ...(login?.modules ?? [])], graph)].flatMap(
      (module) => graph.getModuleInfo(module)?.code?.match(/\bIcon[A-Z]\w*/g) ?? [],
    ),
  );
  const icon = /\/(Icon[A-Z]\w*)\.\w+$/.exec(id)?.[1];
  return icon === undefined || firstIcons.has(icon) ? 'icons' : 'more-icons';
}

/** Returns these modules and everything they import. */
function closure(modules: readonly string[], graph: ModuleGraph): Set<string> {
  const reached = new Set<string>();
  const follow = (id: string) => {
    if (reached.has(id) || id.includes('/node_modules/')) return;
    reached.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported);
  };
  for (const module of modules) follow(path.join(SOURCES, '..', module));
  return reached;
}
