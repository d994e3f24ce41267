/** Where sentences get their names from. */
import { readableId } from '../readable-id.ts';

export interface NameLookup {
  readonly unit: (id: string) => string;
  readonly item: (id: string) => string;
  readonly trait: (id: string) => string;
}

/** Made of the ids alone, for where no static data is at hand. */
export const READABLE_IDS: NameLookup = { unit: readableId, item: readableId, trait: readableId };
