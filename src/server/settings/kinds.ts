/** How the texts of settings are read. */
import { proxyForms, trustedProxies } from '../../http/requests/client-address.ts';
import { parseS3Url } from '../../store/blobs/index.ts';

/** How the text of a setting is read. */
export interface Kind<T> {
  /** What is allowed, as a noun phrase. */
  readonly allowed: string;
  /** Undefined when the text is not allowed. */
  readonly parse: (given: string) => T | undefined;
}

export const text: Kind<string> = { allowed: 'any text', parse: (given) => given };

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Kind<number> {
  const allowed = max === Number.MAX_SAFE_INTEGER ? `an integer, ${min} or more` : `an integer from ${min} to ${max}`;
  return {
    allowed,
    parse: (given) =>
      /^\d{1,16}$/.test(given) && Number(given) >= min && Number(given) <= max ? Number(given) : undefined,
  };
}

/** Milliseconds as a timer takes them. */
export const milliseconds = integer(1, 2 ** 31 - 1);

const words = new Map([
  ['true', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['off', false],
  ['0', false],
]);
export const flag: Kind<boolean> = { allowed: 'true or false', parse: (given) => words.get(given.toLowerCase()) };

export function oneOf<const T extends string>(values: readonly T[]): Kind<T> {
  return {
    allowed: `one of ${values.join(', ')}`,
    parse: (given) => values.find((value) => value === given.toLowerCase()),
  };
}

export const httpUrl: Kind<string> = {
  allowed: 'an address that starts with http:// or https://',
  parse: (given) => (/^https?:\/\//i.test(given) && URL.canParse(given) ? given : undefined),
};

export const postgresUrl: Kind<string> = {
  allowed: 'an address that starts with postgres:// or postgresql://',
  parse: (given) => (/^postgres(ql)?:\/\//i.test(given) && URL.canParse(given) ? given : undefined),
};

/** The database of a Redis is a number: `redis://host/0`. */
export const redisUrl: Kind<string> = {
  allowed: 'an address that starts with redis:// or rediss://',
  parse: (given) => (/^rediss?:\/\/[^/]/i.test(given) && URL.canParse(given) ? given : undefined),
};

export const s3Url: Kind<string> = {
  allowed: 's3://bucket/prefix?endpoint=http://…&region=…, all but the bucket optional',
  parse: (given) => (parseS3Url(given) === undefined ? undefined : given),
};

export const origins: Kind<'*' | readonly string[]> = {
  allowed: '* or a list with commas of origins such as https://app.example.org',
  parse(given) {
    if (given === '*') return '*';
    const items = split(given);
    return items.every((item) => URL.canParse(item) && new URL(item).origin === item) ? items : undefined;
  },
};

/** Ids of engines, as `readEngines` in server/engines.ts takes them. */
export const engineIds: Kind<readonly string[]> = {
  allowed: 'a list with commas of flite, espeak, neural, neural:<model> and upstream:<id>, each at most once',
  parse(given) {
    const items = split(given);
    const isId = (item: string): boolean =>
      /^(flite|espeak|neural|neural:[\w.-]{1,128}|upstream:[a-z0-9_-]{1,64})$/.test(item);
    const lower = items.map((item) => (item.includes(':') ? item : item.toLowerCase()));
    return lower.every(isId) && new Set(lower).size === lower.length ? lower : undefined;
  },
};

const sizes = new Map([
  ['', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
]);

/** Bytes, rounded to whole ones; a number without a unit counts bytes. */
export const bytes: Kind<number> = {
  allowed: 'a number of bytes, or one with MB or GB: 4GB',
  parse(given) {
    const [, number = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?) ?([kmg]b)?$/i.exec(given) ?? [];
    return number === '' ? undefined : Math.round(Number(number) * sizes.get(unit.toLowerCase())!);
  },
};

export const proxies: Kind<readonly string[]> = {
  allowed: `a list with commas of ${proxyForms}`,
  parse(given) {
    const items = split(given);
    return trustedProxies(items) === undefined ? undefined : items;
  },
};

function split(given: string): string[] {
  return given.split(',').map((item) => item.trim());
}
