import { describe, expect, test } from 'vitest';
import { extractHtml } from './extract.ts';

const text = (html: string) =>
  extractHtml(html)
    .blocks.map((each) => each.text)
    .join('\n');

describe('hidden text is not read', () => {
  test.each([
    ['not displayed', '<p style="color: red; DISPLAY : none !important">Secret</p>'],
    ['invisible', '<p style="visibility:hidden">Secret</p>'],
    ['hidden', '<p hidden>Secret</p>'],
    ['hidden from screen readers', '<p aria-hidden="true">Secret</p>'],
    ['of no font size', '<p style="font-size:0">Secret</p>'],
    ['of one pixel', '<p style="font-size:1px">Secret</p>'],
    ['of no height', '<div style="height:0;overflow:hidden"><p>Secret</p></div>'],
    [
      'of one pixel in size',
      '<span style="position:absolute;width:1px;height:1px;overflow:hidden">Secret</span>',
    ],
    ['left of the screen', '<p style="position:absolute;left:-9999px">Secret</p>'],
    ['above the screen', '<p style="position:fixed; top:-1000em">Secret</p>'],
    ['indented off the screen', '<p style="text-indent:-9999px">Secret</p>'],
    ['clipped', '<p style="position:absolute;clip:rect(0,0,0,0)">Secret</p>'],
    ['moved off the screen', '<p style="transform: translateX(-9999px)">Secret</p>'],
    ['white on white', '<div style="background:#fff"><p style="color:#FFFFFF">Secret</p></div>'],
    ['white on a white page', '<p style="color:white">Secret</p>'],
    ['white on a page without styles', '<p><font color="#ffffff">Secret</font></p>'],
    ['black on black', '<p style="background-color:rgb(0, 0, 0);color:#000">Secret</p>'],
    ['transparent', '<p style="color:rgba(0,0,0,0)">Secret</p>'],
    ['not displayed by a class', '<style>.x { display: none }</style><p class="a x">Secret</p>'],
    [
      'off screen by an id',
      '<style>p{margin:0} #x, .y { position: absolute; left: -9999px; }</style><p id="x">Secret</p>',
    ],
    ['for screen readers only', '<span class="sr-only">Secret</span>'],
    ['of a closed dialog', '<dialog><p>Secret</p></dialog>'],
  ])('%s', (_, html) => {
    expect(text(`<main><p>Open daily.</p>${html}</main>`)).toBe('Open daily.');
  });
});

describe('visible text is read', () => {
  test.each([
    ['white in a dark box', '<div style="background:#222"><p style="color:#fff">Seen</p></div>'],
    [
      'white on a page with a stylesheet',
      '<link rel="stylesheet" href="/a.css"><p style="color:#fff">Seen</p>',
    ],
    ['faded in by a script', '<p style="opacity:0">Seen</p>'],
    ['hidden on phones', '<p class="hidden md:block">Seen</p>'],
    ['hidden in print', '<style>@media print { .x { display: none } }</style><p class="x">Seen</p>'],
    ['shown when the visitor searches in the page', '<p hidden="until-found">Seen</p>'],
    ['of a tab', '<a href="#t">Tab</a><div id="t" style="display:none">Seen</div>'],
    ['shown by a script', `<span onclick="show('t')">Tab</span><div id="t" style="display:none">Seen</div>`],
    ['of a form around the page', '<form><main><p>Seen</p></main></form>'],
  ])('%s', (_, html) => {
    expect(text(`<body><p>Open daily.</p>${html}`)).toContain('Seen');
  });
});
