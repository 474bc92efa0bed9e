/** What a running server says of itself: its pages, its OpenAPI and its AsyncAPI document. */
import { documentsOf, withServer } from '../published.ts';
import { examples } from '../../src/reference/examples/index.ts';
import { operationsOf, type ApiDocument, type ListedOperation } from '../../src/reference/openapi-document.ts';

/** Starts a server on a free port and looks at everything it publishes about itself. */
export function checkServer(): Promise<string[]> {
  return withServer(async (url) => {
    const [openApi, asyncApi] = await documentsOf(url);
    return [
      ...checkReferences('openapi.json', openApi),
      ...checkReferences('asyncapi.json', asyncApi),
      ...checkOperations(openApi as ApiDocument),
      ...(await checkPages(url)),
    ];
  });
}

function at(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce(
      (value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key.replaceAll('~1', '/')],
      document,
    );
}

function checkReferences(name: string, document: unknown): string[] {
  const references = [
    ...new Set([...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)),
  ];
  return references
    .filter((reference) => at(document, reference) === undefined)
    .map((reference) => `${name}: nothing at ${reference}`);
}

/** Errors that every route with a credential can answer with. */
const commonErrors = ['400', '401', '403'];

function checkOperation({ method, path, operation }: ListedOperation): string[] {
  const { summary = '', tags = [], security = [], responses } = operation;
  const statuses = Object.keys(responses);
  const isLater = statuses.includes('501');
  const problems = [
    summary === '' && 'no summary',
    tags.length !== 1 && `${tags.length} tags instead of one`,
    !isLater && !statuses.some((status) => /^[123]/.test(status)) && 'no schema for its success',
    security.length > 0 &&
      commonErrors.some((status) => !statuses.includes(status)) &&
      `not all of the errors ${commonErrors.join(', ')}`,
    !isLater && path.includes('{') && !statuses.includes('404') && 'an id but no 404',
  ];
  return problems.filter((problem) => problem !== false).map((problem) => `${method} ${path} has ${problem}`);
}

function checkOperations(document: ApiDocument): string[] {
  const operations = operationsOf(document);
  const names = operations.map(({ method, path }) => `${method} ${path}`);
  const stale = Object.keys(examples)
    .filter((name) => !names.includes(name))
    .map((name) => `there is an example for ${name}, which does not exist`);
  return [...operations.flatMap(checkOperation), ...stale];
}

/** Follows every link from `/docs` on to what is below it; anchors must exist. The console is a build of its own. */
async function checkPages(base: string): Promise<string[]> {
  const anchors = new Map<string, readonly string[]>();
  const links = new Set<string>();
  const queue = ['/docs'];
  const problems: string[] = [];
  for (const path of queue) {
    const response = await fetch(base + path);
    const text = await response.text();
    if (!response.ok) problems.push(`${path} answers ${response.status}`);
    if (response.headers.get('content-type')?.startsWith('text/html') !== true) continue;
    anchors.set(
      path,
      [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!),
    );
    for (const [, link = ''] of text.matchAll(/(?:href|src)="((?:\/docs|#)[^"]*)"/g)) {
      const [target = '', anchor] = link.split('#');
      if (anchor !== undefined) links.add(`${target === '' ? path : target}#${anchor}`);
      if (target !== '' && !queue.includes(target)) queue.push(target);
    }
  }
  const broken = [...links].filter(
    (link) => !(anchors.get(link.split('#')[0]!)?.includes(link.split('#')[1]!) ?? false),
  );
  return [...problems, ...broken.map((link) => `a page links to ${link}, which does not exist`)];
}
