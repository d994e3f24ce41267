/**
 * Builds the web page into `dist/ui`, from where the API process serves it, and runs it with reload in development.
 * The page must live under a policy that forbids inline scripts and foreign hosts, so nothing is inlined as script
 * and nothing comes from elsewhere.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig(({ mode }) => {
  const port = loadEnv(mode, repository, '')['PORT'] ?? '8750';
  return {
    root: here,
    base: '/',
    plugins: [react()],
    define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(readVersion()) },
    resolve: { alias: { '#': `${repository}src` } },
    build: {
      outDir: `${repository}dist/ui`,
      emptyOutDir: true,
      target: 'es2023',
      // A data: URL for a small file saves one request on the same host and costs a looser policy: not worth it.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Schemas of which the page uses only the types or a constant nearby are left out.
      rolldownOptions: {
        treeshake: { manualPureFunctions: ['Type'] },
        output: { codeSplitting: { groups: [...vendorChunks()] } },
      },
    },
    server: {
      host: '127.0.0.1',
      // Host and Origin are rewritten because the API refuses pages that it did not serve itself.
      proxy: {
        '/api': { target: `http://127.0.0.1:${port}`, ws: true, changeOrigin: true, rewriteWsOrigin: true },
      },
    },
  };
});

/** What changes seldom gets its own files, so that a new version of the page does not fetch React again. */
function vendorChunks() {
  return [
    { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
    { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 1 },
  ];
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(`${repository}package.json`, 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error(`${repository}package.json has no "version"`);
}
