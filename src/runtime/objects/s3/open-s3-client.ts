/**
 * The SDK's client, with nothing taken from the environment. Checksums only where S3 requires them: of the SDK's own kind, on by default,
 * there are servers that refuse it and, worse, some that store it as part of the object. Parts carry an MD5 instead.
 */
import { S3Client } from '@aws-sdk/client-s3';
import type { Secret } from '#/domain/secret.ts';

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: Secret;
  readonly secretAccessKey: Secret;
  /** `https://host/bucket/key`. False: `https://bucket.host/key`. */
  readonly usesPathStyle: boolean;
}

export interface S3Patience {
  readonly connectMs: number;
  /** How long a connection may be silent. */
  readonly idleMs: number;
  /** How often a call is made at most, while the store is away or busy. */
  readonly attempts: number;
}

export function openS3Client(settings: S3Settings, { connectMs, idleMs, attempts }: S3Patience): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.usesPathStyle,
    credentials: {
      accessKeyId: settings.accessKeyId.reveal(),
      secretAccessKey: settings.secretAccessKey.reveal(),
    },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: attempts,
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    useArnRegion: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
  });
}
