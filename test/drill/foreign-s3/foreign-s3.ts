/**
 * An S3 server of another author (s3rver), in its own process and folder. It is installed from the lockfile in this folder when row F14
 * of the drill runs, so that neither the product nor `npm test` depends on it. It does not check signatures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installPeers } from '../../../bench/install-peers.ts';

const PROGRAM = join(import.meta.dirname, 'node_modules/s3rver/bin/s3rver.js');
/** It encrypts positions in a long list with DES. */
const OLD_CIPHERS = '--openssl-legacy-provider';
const LISTENING = /listening on (?<host>[\d.]+):(?<port>\d+)/;

/** False where npm has no registry. */
export function installForeignS3(): boolean {
  return installPeers(import.meta.dirname);
}

export async function startForeignS3(): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'gamekeeper-s3-'));
  const child = spawn(
    process.execPath,
    [OLD_CIPHERS, PROGRAM, '-d', directory, '-a', '127.0.0.1', '-p', '0'],
    // It prints the stack of every connection that its client closes.
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'close');
  const endpoint = await Promise.race([
    readAddress(child.stdout),
    ended.then(() => Promise.reject(new Error('the S3 server ended before it listened'))),
  ]);
  return {
    endpoint,
    async stop() {
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
      output.resume(); // Its line for every request is not read.
      return `http://${found['host']}:${found['port']}`;
    }
  }
  throw new Error('the S3 server did not print its address');
}
