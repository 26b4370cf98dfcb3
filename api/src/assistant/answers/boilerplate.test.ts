import { describe, expect, test } from 'vitest';
import { Boilerplate } from './boilerplate.ts';

const passage = (text: string, heading = 'Home') => ({ pageId: 'other', number: 0, heading, text });
const page = (pageId: string, ...passages: ReturnType<typeof passage>[]) => ({
  pageId,
  url: `https://bakery.example/${pageId}`,
  title: '',
  passages,
});
const CALL = 'Call us today for a free offer.';

/** Returns pages of which the first `repeating` contain a block. */
function pagesWith(block: string, pages: number, repeating: number): Boilerplate {
  const boilerplate = new Boilerplate();
  for (let i = 0; i < pages; i++)
    boilerplate.put(page(`page ${i}`, passage(`Text ${i}.${i < repeating ? `\n\n${block}` : ''}`)));
  boilerplate.update();
  return boilerplate;
}

describe('boilerplate', () => {
  test.each([
    [6, 3, true],
    [6, 2, false],
    [5, 5, false],
    [30, 11, true],
    [30, 10, false],
  ])('on %i pages, a block found on %i is boilerplate: %s', (pages, repeating, expected) => {
    expect(pagesWith(CALL, pages, repeating).without(passage(CALL)) === undefined).toBe(expected);
  });

  test('is removed from the passages around it', () => {
    const boilerplate = pagesWith(CALL, 6, 6);
    expect(boilerplate.without(passage(`${CALL}\n\nWe bake bread:\nRye\nWheat\n\n${CALL}`))?.text).toBe(
      'We bake bread:\nRye\nWheat',
    );
    expect(boilerplate.without(passage('call  us today for a FREE offer.'))).toBeUndefined();
  });

  test('includes each line of a menu, even if a page omits some', () => {
    const boilerplate = new Boilerplate();
    const menu = ['Home', 'Prices', 'About us', 'Contact', 'Jobs', 'Blog'];
    for (const item of menu)
      boilerplate.put(
        page(item, passage(menu.filter((each) => each !== item).join('\n')), passage(`The page ${item}.`)),
      );
    boilerplate.update();
    expect(boilerplate.without(passage('Home\nPrices\nJobs'))).toBeUndefined();
  });

  test('excludes a short answer below its own question', () => {
    const boilerplate = new Boilerplate();
    for (let i = 0; i < 9; i++)
      boilerplate.put(page(`page ${i}`, passage('Yes.', `FAQ › Do you sell cake ${i}?`)));
    boilerplate.update();
    expect(boilerplate.without(passage('Yes.', 'FAQ › Do you sell cake 1?'))?.text).toBe('Yes.');
  });

  test('lists the pages to reindex when it changes', () => {
    const boilerplate = pagesWith(CALL, 5, 5);
    boilerplate.put(page('page 5', passage('Text 5.')));
    expect(boilerplate.update()).toEqual(['page 0', 'page 1', 'page 2', 'page 3', 'page 4']);
    expect(boilerplate.update()).toEqual([]);
    boilerplate.remove('page 0');
    expect(boilerplate.update()).toEqual(['page 1', 'page 2', 'page 3', 'page 4']);
    expect(boilerplate.without(passage(CALL))?.text).toBe(CALL);
  });

  test('keeps a phone number, hours and an address on the page that they belong on', () => {
    const facts = 'Call us: (555) 123-4567\n\nOpen Mon–Fri 9am–5pm\n\n12 Main Street';
    const text = `${facts}\n\n${CALL}`;
    const boilerplate = new Boilerplate();
    const textOn = (pageId: string) => boilerplate.without({ ...passage(text), pageId })?.text;
    for (const id of ['', 'cakes', 'blog/2026/why-rye', 'contact-us', 'prices', 'jobs'])
      boilerplate.put(page(id, passage(text)));
    boilerplate.update();
    expect(textOn('contact-us')).toBe(facts);
    expect(textOn('')).toBeUndefined();
    expect(textOn('cakes')).toBeUndefined();

    boilerplate.remove('contact-us');
    boilerplate.put(page('bread', passage(text)));
    expect(boilerplate.update()).toEqual(['']);
    expect(textOn('')).toBe(facts);
  });
});
