/**
 * An S3 server that somebody else wrote, in a process and a folder of its own. It is no dependency of the product: it is installed from
 * the lockfile in this folder when it is first needed. It does not check signatures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { installPeers } from '../../bench/install-peers.ts';
import { Secret } from '../../src/domain/secret.ts';
import { openS3Client, type S3Settings } from '../../src/stores/objects/s3/open-s3-client.ts';

export const NO_S3_SERVER = 'needs the registry of npm once: the S3 server for tests could not be installed';

export interface S3Server {
  readonly client: S3Client;
  /** An empty bucket, and how to reach it. */
  newBucket(): Promise<S3Settings>;
  stop(): Promise<void>;
}

const PROGRAM = join(import.meta.dirname, 'node_modules/s3rver/bin/s3rver.js');
/** It hides the place in a long list with DES. */
const OLD_CIPHERS = '--openssl-legacy-provider';
const LISTENING = /listening on (?<host>[\d.]+):(?<port>\d+)/;

/** Null: it is not to be had. */
export async function startS3Server(): Promise<S3Server | null> {
  if (!installPeers(import.meta.dirname)) return null;
  const directory = mkdtempSync(join(tmpdir(), 'gamekeeper-s3-'));
  const child = spawn(
    process.execPath,
    [OLD_CIPHERS, PROGRAM, '-d', directory, '-a', '127.0.0.1', '-p', '0'],
    {
      // It prints the stack of every connection that somebody closes.
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const ended = once(child, 'close');
  const endpoint = await Promise.race([
    readAddress(child.stdout),
    ended.then(() => Promise.reject(new Error('the S3 server ended before it listened'))),
  ]);
  const settings = {
    endpoint,
    region: 'us-east-1',
    accessKeyId: new Secret('S3RVER'),
    secretAccessKey: new Secret('S3RVER'),
    usesPathStyle: true,
  };
  const client = openS3Client({ ...settings, bucket: '' }, { connectMs: 5_000, idleMs: 30_000, attempts: 3 });
  let buckets = 0;
  return {
    client,
    async newBucket() {
      const bucket = `bucket-${++buckets}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return { ...settings, bucket };
    },
    async stop() {
      client.destroy();
      child.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const found = LISTENING.exec(line)?.groups;
    if (found !== undefined) {
      output.resume(); // Nobody reads what it says of every request.
      return `http://${found['host']}:${found['port']}`;
    }
  }
  throw new Error('the S3 server did not say where it listens');
}
