/**
 * An address that a stranger wrote, read before anybody is asked: its scheme, its length, that it names nobody's password, and where it
 * leads by name. Where the name leads by its addresses is the guard's to see, at the moment of connecting.
 */
import { targetOf, type TargetRules } from './target-rules.ts';

export type ForeignUrl =
  | { readonly isUsable: true; readonly url: URL }
  | { readonly isUsable: false; readonly fault: 'form' | 'target'; readonly words: string };

export interface ForeignUrlRules {
  readonly targets: TargetRules;
  /** Plain HTTP to public hosts. Pairs that the operator allowed may always use it. */
  readonly isHttpAllowed: boolean;
}

const MAX_LENGTH = 2_048;

/** `base`: what a relative address is relative to. */
export function readForeignUrl(text: string, rules: ForeignUrlRules, base?: URL): ForeignUrl {
  if (text.length > MAX_LENGTH)
    return wrong(`the address has ${text.length} characters; at most ${MAX_LENGTH} are read`);
  // A parser of URLs drops these silently, so that what is checked would not be what is seen.
  if (hasControlCharacters(text)) return wrong('the address holds control characters');
  if (!URL.canParse(text, base?.href)) return wrong(`${JSON.stringify(text.slice(0, 80))} is not an address`);
  const url = new URL(text, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return wrong(`the address begins with ${url.protocol.slice(0, 20)}; only https: is followed`);
  if (url.username !== '' || url.password !== '') return wrong('the address holds a user name or password');
  url.hash = '';
  const judged = rules.targets.judge(targetOf(url));
  if (judged.verdict === 'refused') return { isUsable: false, fault: 'target', words: judged.words };
  if (url.protocol === 'http:' && judged.verdict === 'public' && !rules.isHttpAllowed)
    return wrong('the address begins with http:; only https: is followed');
  return { isUsable: true, url };
}

function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function wrong(words: string): ForeignUrl {
  return { isUsable: false, fault: 'form', words };
}
