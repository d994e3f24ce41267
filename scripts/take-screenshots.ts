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

const images = join(import.meta.dirname, '../docs/images');
const PICTURES = [
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
  for (const { file, path, colorScheme, width, height } of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(url + path);
    await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor();
    await page.screenshot({ path: join(images, file) });
    await page.close();
  }
} finally {
  await browser.close();
  await stopProduct(product);
  directory.remove();
}
