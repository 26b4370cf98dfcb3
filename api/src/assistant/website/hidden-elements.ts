import type { CheerioAPI } from 'cheerio';
import { type AnyNode, type Element, isTag } from 'domhandler';
import { classOf, nameOf } from './dom.ts';
import { shownIds } from './toggles.ts';

type Declarations = ReadonlyMap<string, string>;

/** Class names by which stylesheets commonly hide text from everyone who sees the page. */
const HIDING_CLASS =
  /(?:^|\s)(?:(?:usa-)?sr-only|visually-?hidden|screen-reader-(?:text|only)|a11y-hidden|is-hidden|u-hidden|invisible)(?:\s|$)/i;
/** Class names that hide an element unless another class shows it on some screens. */
const CONDITIONAL_CLASS = /(?:^|\s)(?:hidden|d-none)(?:\s|$)/i;
const SHOWING_CLASS =
  /\w:(?:block|flex|grid|inline|table|contents)|(?:^|\s)d-\w+-(?:block|flex|grid|inline|table)/i;
const RULE = /([^{}]+)\{([^{}]*)\}/g;
const OFF_SCREEN = /^-\d{3,}(?:\.\d+)?(?:px|em|rem|vw|vh|%)?$/;
const ZERO = /^0(?:\.0+)?(?:px|em|rem|pt|%)?$/;
const TINY = /^(?:0(?:\.\d+)?|1)(?:px|pt)?$/;
const MAX_STYLES = 200_000;

/**
 * Removes elements that visitors cannot see (not displayed, invisible, without size, off screen, or in the color of their
 * background) and elements hidden from screen readers (`aria-hidden`), which are decoration or duplicates. Keeps panels that a
 * button or link of the page opens, and elements with `opacity: 0`, which scripts fade in.
 */
export function removeHidden($: CheerioAPI): void {
  const openedIds = shownIds($);
  const rules = rulesIn($);
  const isUnstyled = $('style, link[rel~="stylesheet" i]').length === 0;
  const styles = new Map<AnyNode, Declarations>();
  const stylesOf = (element: Element) => {
    const cachedStyle = styles.get(element);
    if (cachedStyle) return cachedStyle;
    const style = declarationsOf(element, rules);
    styles.set(element, style);
    return style;
  };
  const hidden = $('body *')
    .toArray()
    .filter((element) => {
      const style = stylesOf(element);
      if (isUnreadable(style) || hasBackgroundColor(element, stylesOf, isUnstyled ? 'white' : undefined))
        return true;
      return isUndisplayed(element, style) && !openedIds.has(element.attribs.id ?? '');
    });
  $(hidden).remove();
}

function isUndisplayed(element: Element, style: Declarations): boolean {
  const { attribs } = element;
  const names = classOf(element);
  return (
    (attribs.hidden !== undefined && attribs.hidden !== 'until-found') ||
    attribs['aria-hidden'] === 'true' ||
    (nameOf(element) === 'dialog' && attribs.open === undefined) ||
    HIDING_CLASS.test(names) ||
    (CONDITIONAL_CLASS.test(names) && !SHOWING_CLASS.test(names)) ||
    style.get('display') === 'none' ||
    /^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
    style.get('content-visibility') === 'hidden' ||
    (style.get('overflow')?.startsWith('hidden') === true &&
      ['width', 'height', 'max-width', 'max-height'].some((side) => TINY.test(style.get(side) ?? '')))
  );
}

/** Returns whether text is too small, off screen or clipped. Toggles do not hide panels in these ways. */
function isUnreadable(style: Declarations): boolean {
  const isPositioned = /^(?:absolute|fixed)$/.test(style.get('position') ?? '');
  return (
    TINY.test(style.get('font-size') ?? '') ||
    OFF_SCREEN.test(style.get('text-indent') ?? '') ||
    (isPositioned &&
      ['left', 'top', 'right', 'bottom', 'inset-inline-start'].some((side) =>
        OFF_SCREEN.test(style.get(side) ?? ''),
      )) ||
    ['margin-left', 'margin-top'].some((side) => /^-\d{4,}/.test(style.get(side) ?? '')) ||
    /scale\(0(?:\.0+)?\)|translate\w*\([^)]*-\d{4,}/.test(style.get('transform') ?? '') ||
    /^rect\((?:[01](?:px)?[,\s]*){4}\)$/.test(style.get('clip') ?? '') ||
    /inset\((?:50|100)%|circle\(0/.test(style.get('clip-path') ?? '')
  );
}

/** Returns whether an element sets its text to the color of its background. */
function hasBackgroundColor(
  element: Element,
  stylesOf: (element: Element) => Declarations,
  pageBackground: string | undefined,
): boolean {
  const color = stylesOf(element).get('color');
  if (color === undefined) return false;
  const text = rgbOf(color);
  if (text === 'transparent') return true;
  let background = pageBackground;
  for (let ancestor: AnyNode | null = element; ancestor && isTag(ancestor); ancestor = ancestor.parent) {
    const ancestorBackground = stylesOf(ancestor).get('background-color');
    if (ancestorBackground === undefined || rgbOf(ancestorBackground) === 'transparent') continue;
    background = ancestorBackground;
    break;
  }
  return background !== undefined && text === rgbOf(background);
}

function declarationsOf(element: Element, rules: ReadonlyMap<string, Declarations>): Declarations {
  const { attribs } = element;
  const selectors = [
    nameOf(element),
    ...classOf(element)
      .split(/\s+/)
      .map((name) => `.${name}`),
    `#${attribs.id ?? ''}`,
  ];
  const declarations = new Map<string, string>();
  for (const selector of selectors)
    for (const [property, value] of rules.get(selector) ?? []) declarations.set(property, value);
  if (attribs.bgcolor) declarations.set('background-color', attribs.bgcolor.toLowerCase());
  if (attribs.color && nameOf(element) === 'font') declarations.set('color', attribs.color.toLowerCase());
  for (const [property, value] of declarationsIn(attribs.style ?? '')) declarations.set(property, value);
  return declarations;
}

function declarationsIn(text: string): Map<string, string> {
  const declarations = new Map<string, string>();
  if (text === '') return declarations;
  for (const declaration of text
    .toLowerCase()
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim();
    const value = declaration
      .slice(colon + 1)
      .replace(/\s*!important\s*$/, '')
      .trim();
    // A background may also name an image, whose colors are unknown.
    if (property !== 'background') declarations.set(property, value);
    else if (rgbOf(value) !== undefined) declarations.set('background-color', value);
  }
  return declarations;
}

/** Returns the declarations of the page's rules by selector: only single element names, classes and ids, outside of media queries. */
function rulesIn($: CheerioAPI): Map<string, Declarations> {
  const rules = new Map<string, Map<string, string>>();
  const css = withoutAtRules(
    $('style')
      .text()
      .slice(0, MAX_STYLES)
      .replaceAll(/\/\*.*?\*\//gs, ''),
  );
  for (const [, selectors = '', body = ''] of css.matchAll(RULE)) {
    for (const selector of selectors.split(',').map((each) => each.trim())) {
      if (!/^[.#]?[\w-]+$/.test(selector)) continue;
      const rule = rules.get(selector) ?? new Map<string, string>();
      for (const [property, value] of declarationsIn(body)) rule.set(property, value);
      rules.set(selector, rule);
    }
  }
  return rules;
}

function withoutAtRules(css: string): string {
  let topLevelCss = '';
  let depth = 0;
  let inAtRule = false;
  for (const part of css.split(/(?<=[{};])/)) {
    if (depth === 0) inAtRule = part.trimStart().startsWith('@');
    if (!inAtRule) topLevelCss += part;
    if (part.endsWith('{')) depth++;
    else if (part.endsWith('}')) depth = Math.max(0, depth - 1);
  }
  return topLevelCss;
}

const NAMED_COLORS: Readonly<Record<string, string>> = {
  white: '255,255,255',
  black: '0,0,0',
  red: '255,0,0',
  green: '0,128,0',
  blue: '0,0,255',
  yellow: '255,255,0',
  gray: '128,128,128',
  grey: '128,128,128',
  silver: '192,192,192',
  whitesmoke: '245,245,245',
  transparent: 'transparent',
};

/** Returns a color as `red,green,blue` or `transparent`; undefined for other values such as variables. */
function rgbOf(color: string): string | undefined {
  const [, short] = /^#([\da-f]{3,4})$/.exec(color) ?? [];
  const [, long = short?.replaceAll(/./g, '$&$&')] = /^#([\da-f]{6}(?:[\da-f]{2})?)$/.exec(color) ?? [];
  if (long !== undefined) {
    if (long.slice(6) === '00') return 'transparent';
    return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)).join(',');
  }
  const [, list] = /^rgba?\(([^)]*)\)$/.exec(color) ?? [];
  if (list !== undefined) {
    const [r, g, b, alpha] = list.split(/[\s,/]+/).filter(Boolean);
    return alpha !== undefined && ZERO.test(alpha) ? 'transparent' : [r, g, b].join(',');
  }
  return NAMED_COLORS[color];
}
