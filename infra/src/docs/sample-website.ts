/** Pages of the website that the assistant reads for its screenshot, by path. */
const PAGES: Readonly<Record<string, { readonly title: string; readonly html: string }>> = {
  '/': {
    title: 'Bread of the day',
    html: `<p>We are a small bakery by the water. Every night we bake sourdough bread, rolls and cakes by hand.</p>
      <p>Have a look at our <a href="/hours">opening hours</a> and at <a href="/cakes">cakes to order</a>.</p>`,
  },
  '/hours': {
    title: 'Opening hours',
    html: `<p>The bakery opens at 7 a.m. from Tuesday to Sunday and closes at 2 p.m. We are closed on Mondays.</p>
      <p>On public holidays we open at 8 a.m. and close at noon.</p>`,
  },
  '/cakes': {
    title: 'Cakes to order',
    html: `<p>Order birthday and wedding cakes at least three days ahead. A cake for twelve people costs $48.</p>
      <p>Delivery within the city costs $6. We deliver from Wednesday to Saturday.</p>`,
  },
};

const STYLE = `body { margin: 0; background: #faf7f2; color: #2b2320; font: 18px/1.6 Georgia, serif }
  header { background: #7a4a2b; color: #fff; padding: 20px 64px; display: flex; justify-content: space-between }
  header a { color: #fff; margin-left: 24px } header b { font-size: 22px }
  main { max-width: 640px; padding: 40px 64px } h1 { font-size: 44px; line-height: 1.2 } a { color: #7a4a2b }`;

/** Returns a page of the sample website with this element in its head; undefined for an unknown path. */
export function samplePage(path: string, head: string): string | undefined {
  const page = PAGES[path];
  if (page === undefined) return undefined;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page.title} | Harbor Bakery</title>
    <style>${STYLE}</style>${head}</head><body>
    <header><b>Harbor Bakery</b><nav><a href="/">Home</a><a href="/hours">Hours</a><a href="/cakes">Cakes</a></nav></header>
    <main><h1>${page.title}</h1>${page.html}</main></body></html>`;
}
