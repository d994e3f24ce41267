/** Where the hosts are: a URL with `{route}` in its place, be it in the name (`https://{route}.example.org`) or in the path. */
export interface HostAddress {
  readonly origin: string;
  /** What comes before the path, without a slash at its end. */
  readonly prefix: string;
}

const SLOT = '{route}';

/** Refuses a template that could send a key astray. */
export function createAddressBook(template: string): (route: string) => HostAddress {
  const complain = (what: string): Error =>
    new Error(
      `the base URL ${JSON.stringify(template)} ${what}; expected something like https://${SLOT}.example.org`,
    );
  if (!template.includes(SLOT)) throw complain(`has no ${SLOT}`);
  const sample = URL.parse(template.replace(SLOT, 'euw1'));
  if (sample === null || !/^https?:$/.test(sample.protocol)) throw complain('is not an http or https URL');
  if (sample.search !== '' || sample.hash !== '' || sample.username !== '' || sample.password !== '')
    throw complain('has more than a scheme, a host and a path');
  return (route) => {
    const { origin, pathname } = new URL(template.replace(SLOT, route));
    return { origin, prefix: pathname.replace(/\/+$/, '') };
  };
}
