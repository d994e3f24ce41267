/**
 * Addresses that strangers wrote. Only what leads to another page may become a link: `javascript:` and its like would run in ours. What
 * is no address at all is shown as text by whoever asked.
 */
export function toPageLink(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const { protocol, href, username, password } = new URL(address);
  // A name before an @ makes people believe that they go somewhere else.
  if (username !== '' || password !== '') return undefined;
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
