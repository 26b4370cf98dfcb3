import { GRADE_COLORS } from '../src/shared/palette.ts';
import { elsewhere } from './accounts.ts';
import { expect, test, unique } from './support.ts';

// A hundred thousand candidates are imported and scored first; drawn in software, a map takes its time.
test.slow();

const COUNT = 100_000;
/** A task that takes longer is felt by the hand that moves the map. */
const LONGEST_TASK_MS = 200;

const parcels = () => {
  const lines = [
    'apn,street_address,zip_code,latitude,longitude,units,parcel_area,open_area,open_ratio,building_area',
  ];
  for (let n = 0; n < COUNT; n++) {
    const [column, row] = [n % 400, Math.floor(n / 400)];
    lines.push(
      `${n},${n} Wide Rd,03766,${43 + row / 500},${-72 - column / 500},${1 + (n % 24)},${20_000 + (n % 977) * 40},9000,0.45,8000`,
    );
  }
  return lines.join('\n');
};

test('a hundred thousand points are drawn at once, and move with the hand', async ({ superAdmin: page }) => {
  const key = unique('wide');
  await page.goto('/propertyhub/imports/new');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${key}.csv`, mimeType: 'text/csv', buffer: Buffer.from(parcels()) });
  await page.getByLabel('Name', { exact: true }).fill(`${key} Properties`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Start import' }).click();
  await expect(page.getByRole('link', { name: 'View Properties' })).toBeVisible({ timeout: 90_000 });
  const api = await elsewhere();
  await expect
    .poll(async () => (await (await api.get(`/api/geo/datasets/${key}`)).json()).data?.status, {
      timeout: 60_000,
    })
    .toBe('active');

  await page.addInitScript(watchMap, GRADE_COLORS.light.Good);
  const longTasks = () =>
    page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0));
  await page.goto(`/propertyhub/${key}?map=true`);
  const canvas = page.locator('.maplibregl-canvas');
  const drawnAt = () => page.evaluate(() => (window as unknown as { drawnAt: number }).drawnAt);
  await expect.poll(drawnAt, { timeout: 60_000 }).toBeGreaterThan(0);
  const drawnMs = Math.round(await drawnAt());
  const legend = page.getByRole('region', { name: 'Grades on the map' });
  const counts = await legend.locator('.num').allTextContents();
  expect(counts.reduce((sum, count) => sum + Number(count.replaceAll(',', '')), 0)).toBe(COUNT);
  expect(drawnMs).toBeLessThan(30_000);

  const box = await canvas.boundingBox();
  if (!box) throw new Error('the map is not drawn');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const loading = Math.max(0, ...(await longTasks()));
  const drags: number[] = [];
  for (let drag = 0; drag < 5; drag++) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 20; step++) await page.mouse.move(x - step * 8, y + step * 4);
    await page.mouse.up();
    await expect(page.getByRole('button', { name: 'Search this area' })).toBeVisible();
    drags.push(Math.max(0, ...(await longTasks())));
  }
  process.stdout.write(
    `100,000 points: drawn after ${drawnMs} ms; longest task ${loading} ms, of each drag ${drags.join(', ')} ms\n`,
  );
  // Whatever else the machine does only makes a task longer: what a drag costs is what the best of them took.
  expect(Math.min(...drags)).toBeLessThan(LONGEST_TASK_MS);
});

/** Notes the long tasks of a page, and when the first points of a colour could be seen on its map. */
function watchMap(color: string): void {
  const tasks: number[] = [];
  const seen = { longTasks: tasks, drawnAt: 0 };
  Object.assign(window, seen);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
  // A drawing is gone once it was shown, unless it is kept.
  const of = HTMLCanvasElement.prototype.getContext as (kind: string, options?: object) => unknown;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    options?: object,
  ) {
    return of.call(
      this,
      kind,
      kind.startsWith('webgl') ? { ...options, preserveDrawingBuffer: true } : options,
    );
  } as typeof HTMLCanvasElement.prototype.getContext;
  const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const SIDE = 200;
  const small = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true });
  const looking = setInterval(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.maplibregl-canvas');
    if (!canvas || !small) return;
    const from = [(canvas.width - SIDE) / 2, (canvas.height - SIDE) / 2] as const;
    small.drawImage(canvas, ...from, SIDE, SIDE, 0, 0, SIDE, SIDE);
    const { data } = small.getImageData(0, 0, SIDE, SIDE);
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (wanted.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) < 12)) count++;
    if (count < 100) return;
    clearInterval(looking);
    Object.assign(window, { drawnAt: performance.now() });
  }, 100);
}
