/** `npm run screenshots`: starts the product and takes the pictures that the documents show. */
import { join } from 'node:path';
import { launchBrowser } from '../test/support/browser.ts';
import {
  eventually,
  makeDataDirectory,
  readStatus,
  startProduct,
  stopProduct,
} from '../test/support/product.ts';
import { until } from '../test/support/until.ts';

const images = join(import.meta.dirname, '../docs/images');
const PICTURES = [
  { file: 'explorer-light.png', path: '/tft', colorScheme: 'light', width: 1280, height: 800 },
  { file: 'explorer-dark.png', path: '/tft?by=item', colorScheme: 'dark', width: 1280, height: 800 },
  { file: 'explorer-phone.png', path: '/tft', colorScheme: 'dark', width: 390, height: 844 },
  { file: 'status-light.png', path: '/status', colorScheme: 'light', width: 1280, height: 800 },
  { file: 'status-dark.png', path: '/status', colorScheme: 'dark', width: 1280, height: 800 },
  { file: 'status-phone.png', path: '/status', colorScheme: 'dark', width: 390, height: 844 },
] as const;

const directory = makeDataDirectory();
const product = startProduct(directory.path);
const browser = await launchBrowser();
try {
  const url = await product.ready;
  // The first heartbeat tells of the start itself; the second one of a process at rest.
  await eventually(async () => {
    const { processes } = await readStatus(url);
    return processes.some((row) => row.cpuPercent < 20) || undefined;
  }, 'the process is at rest');
  await until('there is something to explore', 240_000, async () => {
    const response = await fetch(`${url}/api/tft/options`);
    const { patches } = (await response.json()) as { patches: { boards: number }[] };
    return (patches[0]?.boards ?? 0) > 20_000;
  });
  for (const { file, path, colorScheme, width, height } of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(url + path);
    await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor();
    if (path.startsWith('/tft')) await page.getByText('Baseline').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(images, file) });
    await page.close();
  }
} finally {
  await browser.close();
  await stopProduct(product);
  directory.remove();
}
