/** Opens the object store of clips: a folder of the data directory, or the operator's S3. */
import type { Config } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { placesBelow } from '#/runtime/places.ts';
import { createFolderObjectStore } from '#/runtime/objects/folder-store.ts';
import type { ObjectStore } from '#/runtime/objects/object-store.ts';
import { s3Settings } from './settings-of-parts.ts';

export async function openObjects(config: Config): Promise<ObjectStore> {
  const {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config;
  if (endpoint === undefined)
    return createFolderObjectStore({ directory: placesBelow(config.DATA_DIR).objects });
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new UserError(
      'S3_ENDPOINT is set, but S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is not; expected all three.',
      'Set both keys, or unset S3_ENDPOINT to keep clips in the data directory.',
    );
  // Loaded only if it is used: the SDK is large.
  const { createS3ObjectStore } = await import('#/runtime/objects/s3-store.ts');
  return createS3ObjectStore({
    endpoint,
    accessKeyId,
    secretAccessKey,
    ...s3Settings(config),
  });
}
