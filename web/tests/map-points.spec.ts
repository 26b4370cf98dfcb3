import { GRADE_COLORS } from '../src/shared/palette.ts';
import { superAdminApi } from './accounts.ts';
import { expect, test, unique } from './support.ts';

// Imports and scores 100,000 candidates first; maps are rendered in software here.
test.slow();

const COUNT = 100_000;
/** Maximum median script time per frame, in milliseconds: half of a 16 ms frame. Software rendering is not counted. */
const MAX_MEDIAN_MS = 8;
const MAX_TASK_MS = 50;

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

test('draws 100,000 points and stays smooth while the map moves', async ({ superAdmin: page }) => {
  const key = unique('wide');
  await page.goto('/propertyhub/imports/new');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${key}.csv`, mimeType: 'text/csv', buffer: Buffer.from(parcels()) });
  await page.getByLabel('Name', { exact: true }).fill(`${key} Properties`);
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Start import' }).click();
  await expect(page.getByRole('link', { name: 'View Properties' })).toBeVisible({ timeout: 90_000 });
  const api = await superAdminApi();
  await expect
    .poll(async () => (await (await api.get(`/api/geo/datasets/${key}`)).json()).data?.status, {
      timeout: 60_000,
    })
    .toBe('active');

  await page.addInitScript(watchMap, GRADE_COLORS.light.Good);
  const frames = () => page.evaluate(() => (window as unknown as { frames: number[] }).frames.splice(0));
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
  if (!box) throw new Error('The map is not drawn');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const drags: number[][] = [];
  const zooms: number[][] = [];
  for (let round = 0; round < 5; round++) {
    await frames();
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 20; step++) await page.mouse.move(x - step * 8, y + step * 4);
    await page.mouse.up();
    await expect(page.getByRole('button', { name: 'Search this area' })).toBeVisible();
    drags.push(await frames());
    for (let step = 0; step < 4; step++) await page.mouse.wheel(0, round % 2 === 0 ? -120 : 120);
    await page.evaluate(waitUntilStill);
    zooms.push(await frames());
  }
  for (const [action, rounds] of Object.entries({ dragged: drags, zoomed: zooms })) {
    const all = rounds.flat().sort((a, b) => a - b);
    const median = all[Math.floor(all.length / 2)] ?? Number.NaN;
    // Other load can only lengthen frames, so the best round counts.
    const longest = Math.min(...rounds.map((times) => Math.max(...times)));
    process.stdout.write(
      `100,000 points ${action}: ${all.length} frames, median script time ${median.toFixed(1)} ms, longest ${longest.toFixed(1)} ms\n`,
    );
    expect(all.length).toBeGreaterThan(5);
    expect(median).toBeLessThan(MAX_MEDIAN_MS);
    expect(longest).toBeLessThan(MAX_TASK_MS);
  }
  process.stdout.write(`100,000 points: drawn after ${drawnMs} ms in software\n`);
});

/** Waits until 20 consecutive frames draw nothing. */
async function waitUntilStill(): Promise<void> {
  const { frames } = window as unknown as { frames: number[] };
  for (let quiet = 0, frameCount = 0; quiet < 20; quiet++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (frames.length > frameCount) quiet = 0;
    frameCount = frames.length;
  }
}

/**
 * Records the script time of each frame without its WebGL calls, and the time when points of a color are first visible.
 */
function watchMap(color: string): void {
  const frames: number[] = [];
  Object.assign(window, { frames, drawnAt: 0 });
  let [scripts, graphics] = [0, 0];
  const timed = <T>(work: () => T, add: (ms: number) => void): T => {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      add(performance.now() - startedAt);
    }
  };
  const { prototype } = WebGL2RenderingContext;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function' || name === 'constructor') continue;
    Object.defineProperty(prototype, name, {
      value(...parameters: unknown[]) {
        return timed(
          () => value.apply(this, parameters),
          (ms) => (graphics += ms),
        );
      },
    });
  }
  const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype;
  const wrappers = new WeakMap<EventListener, EventListener>();
  const wrapped = (type: string, listener: EventListenerOrEventListenerObject | null) => {
    if (!/^(mouse|pointer|wheel|message)/.test(type) || typeof listener !== 'function') return listener;
    const existing = wrappers.get(listener);
    if (existing) return existing;
    const timedListener: EventListener = function (this: unknown, event) {
      timed(
        () => listener.call(this, event),
        (ms) => (scripts += ms),
      );
    };
    wrappers.set(listener, timedListener);
    return timedListener;
  };
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    listen.call(this, type, wrapped(type, listener), options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    unlisten.call(this, type, wrapped(type, listener), options);
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      timed(
        () => callback(time),
        (ms) => (scripts += ms),
      );
      queueMicrotask(endFrame);
    });
  let ended = false;
  const endFrame = () => {
    if (ended) return;
    ended = true;
    const done = () => {
      if (graphics > 0) frames.push(scripts - graphics);
      [scripts, graphics, ended] = [0, 0, false];
    };
    setTimeout(done);
  };
  // Keep the drawing buffer, so that its pixels can be read.
  const getContext = HTMLCanvasElement.prototype.getContext as (kind: string, options?: object) => unknown;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    options?: object,
  ) {
    return getContext.call(
      this,
      kind,
      kind.startsWith('webgl') ? { ...options, preserveDrawingBuffer: true } : options,
    );
  } as typeof HTMLCanvasElement.prototype.getContext;
  const target = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const SIDE = 200;
  const small = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true });
  const timer = setInterval(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.maplibregl-canvas');
    if (!canvas || !small) return;
    const from = [(canvas.width - SIDE) / 2, (canvas.height - SIDE) / 2] as const;
    small.drawImage(canvas, ...from, SIDE, SIDE, 0, 0, SIDE, SIDE);
    const { data } = small.getImageData(0, 0, SIDE, SIDE);
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (target.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) < 12)) count++;
    if (count < 100) return;
    clearInterval(timer);
    Object.assign(window, { drawnAt: performance.now() });
  }, 100);
}
