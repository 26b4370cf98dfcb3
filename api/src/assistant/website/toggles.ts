import type { CheerioAPI } from 'cheerio';
import { type AnyNode, Element, isTag, Text } from 'domhandler';
import { classOf, nameOf, shortTextOf } from './dom.ts';
import { MAX_QUESTION_LENGTH } from './questions.ts';

const TOGGLES = `[aria-controls], [data-bs-target], [data-target], [data-toggle=collapse][href], [data-bs-toggle=collapse][href],
  [role=tab][href]`;
/** Elements that may toggle the element after them. */
const BUTTONS = 'button, [role=button], [aria-expanded]';
const TOGGLE_CLASS = /accordion|faq|collaps|toggle|question|trigger/i;
const PANEL_CLASS = /panel|content|answer|collaps|body|faq|accordion/i;
/** Labels that say nothing about the panel. */
const GENERIC_LABEL =
  /^(?:(?:show|read|see|view|learn|load|expand|collapse|open|close|toggle|hide)\b.{0,20}|more|menu|search|filters?|details|next|previous|\W*)$/i;

/** Returns the ids of elements that a link, tab or button of the page shows. */
export function shownIds($: CheerioAPI): Set<string> {
  const ids = $(`${TOGGLES}, a[href^="#"]`).toArray().flatMap(targetsOf);
  const scriptArguments = $('[onclick]')
    .toArray()
    .flatMap((each) =>
      [...(each.attribs.onclick ?? '').matchAll(/['"]#?([\w-]+)['"]/g)].map(([, id = '']) => id),
    );
  return new Set([...ids, ...scriptArguments].filter(Boolean));
}

function targetsOf({ attribs }: Element): string[] {
  const {
    'aria-controls': controls,
    'data-bs-target': bootstrap5,
    'data-target': bootstrap4,
    href,
  } = attribs;
  const link = href?.startsWith('#') ? href : undefined;
  return (controls ?? bootstrap5 ?? bootstrap4 ?? link ?? '')
    .split(/\s+/)
    .map((each) => each.replace(/^#/, ''));
}

/** Rewrites accordions and tabs of any markup as `<details>` with their label as `<summary>`. */
export function rewriteToggles($: CheerioAPI): void {
  const byId = new Map(
    $('[id]')
      .toArray()
      .map((each) => [each.attribs.id, each]),
  );
  for (const toggle of $(TOGGLES).toArray()) {
    const [target = '', ...others] = targetsOf(toggle);
    const panel = byId.get(target);
    if (panel && others.length === 0) asDetails($, toggle, panel);
  }
  for (const toggle of $(BUTTONS).toArray()) {
    const wrapper = wrapperOf(toggle);
    const panel = wrapper && nextElement(wrapper);
    if (!panel || $(wrapper).closest('summary').length > 0) continue;
    const isToggle = TOGGLE_CLASS.test(classOf(toggle)) || toggle.attribs['aria-expanded'] !== undefined;
    if (isToggle && (PANEL_CLASS.test(classOf(panel)) || isCollapsed(panel))) asDetails($, toggle, panel);
  }
}

const isCollapsed = ({ attribs: { hidden, style = '', 'aria-hidden': ariaHidden } }: Element) =>
  hidden !== undefined || ariaHidden === 'true' || /display\s*:\s*none|height\s*:\s*0/i.test(style);

function asDetails($: CheerioAPI, toggle: Element, panel: Element): void {
  const label = shortTextOf(toggle, MAX_QUESTION_LENGTH) || toggle.attribs['aria-label'] || '';
  if (nameOf(panel) === 'details' || GENERIC_LABEL.test(label) || contains(panel, toggle)) return;
  const wrapper = wrapperOf(toggle);
  if (!wrapper || contains(wrapper, panel)) return;
  const summary = new Element('summary', {}, [new Text(label)]);
  $(wrapper).remove();
  $(panel).prepend(summary);
  panel.name = 'details';
  panel.attribs = {};
}

/** Returns the outermost element that contains nothing but the toggle, such as a heading. */
function wrapperOf(toggle: Element): Element | undefined {
  const label = shortTextOf(toggle, MAX_QUESTION_LENGTH);
  if (label === undefined) return undefined;
  let wrapper = toggle;
  while (
    wrapper.parent &&
    isTag(wrapper.parent) &&
    shortTextOf(wrapper.parent, MAX_QUESTION_LENGTH) === label &&
    !hasSiblings(wrapper)
  )
    wrapper = wrapper.parent;
  return wrapper;
}

/** Returns whether an element has siblings; one without text may be a panel that a script fills. */
const hasSiblings = (element: Element) => (element.parent?.children ?? []).filter(isTag).length > 1;

function nextElement(element: Element): Element | undefined {
  let next: AnyNode | null = element.next;
  while (next && !isTag(next)) next = next.next;
  return next ?? undefined;
}

function contains(outer: AnyNode, inner: AnyNode): boolean {
  for (let node: AnyNode | null = inner; node; node = node.parent) if (node === outer) return true;
  return false;
}
