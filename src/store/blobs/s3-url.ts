/** Where an object store is, out of one address. */
export interface S3Location {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** Address of a server other than the cloud's own; undefined for that. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u;
const known = new Set(['endpoint', 'region']);

/**
 * @param url `s3://bucket/prefix?endpoint=http://host:9000&region=eu-central-1`, all but the bucket optional
 * @returns undefined when it is none
 */
export function parseS3Url(url: string): S3Location | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, pathname, searchParams, username, password } = new URL(url);
  const endpoint = searchParams.get('endpoint') ?? undefined;
  const isEndpoint =
    endpoint === undefined || (URL.canParse(endpoint) && /^https?:$/u.test(new URL(endpoint).protocol));
  if (protocol !== 's3:' || !bucketPattern.test(host) || username + password !== '' || !isEndpoint) return undefined;
  if ([...searchParams.keys()].some((name) => !known.has(name))) return undefined;
  const folder = decodeURIComponent(pathname).replaceAll(/^\/+|\/+$/gu, '');
  return {
    bucket: host,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: searchParams.get('region') ?? undefined,
  };
}
