/** Where the upstream is: a URL with or without a path in front of its own. */
interface Address {
  readonly origin: string;
  /** What comes before the path, without a slash at its end. */
  readonly prefix: string;
}

/** Refuses what could send a key astray. */
export function toAddress(baseUrl: string): Address {
  const complain = (what: string): Error =>
    new Error(
      `the base URL ${JSON.stringify(baseUrl)} ${what}; expected something like https://v3.football.example.org`,
    );
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) throw complain('is not an http or https URL');
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw complain('has more than a scheme, a host and a path');
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
