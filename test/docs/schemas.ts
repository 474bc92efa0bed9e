/** Judges requests and answers by the OpenAPI document of the server. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { operationsOf, type ApiDocument, type ListedOperation } from '../../src/reference/openapi-document.ts';
import type { Exchange } from './recorder.ts';

function matches(path: string, pattern: string): boolean {
  const [parts, names] = [path.split('/'), pattern.split('/')];
  return parts.length === names.length && names.every((name, at) => name.startsWith('{') || name === parts[at]);
}

/** Names in braces make a path less special than one that is spelled out. */
function byPlaceholders(a: ListedOperation, b: ListedOperation): number {
  return a.path.split('{').length - b.path.split('{').length;
}

export class Contract {
  readonly document: ApiDocument;
  readonly #operations: readonly ListedOperation[];
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

  constructor(document: ApiDocument) {
    this.document = document;
    this.#operations = operationsOf(document).sort(byPlaceholders);
    this.#ajv.addSchema(document, 'openapi');
  }

  /** `POST /datasets/{id}/files`; undefined for what the document does not have. */
  operationOf({ method, url }: Pick<Exchange, 'method' | 'url'>): string | undefined {
    const { pathname } = new URL(url, 'http://localhost');
    const found = this.#operations.find((one) => one.method === method && matches(pathname, one.path));
    return found === undefined ? undefined : `${found.method} ${found.path}`;
  }

  #problemsOf(pointer: readonly string[], value: unknown): string[] {
    const ref = `openapi#/${pointer
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/')}`;
    const validate = this.#validators.get(ref) ?? this.#ajv.compile({ $ref: ref });
    this.#validators.set(ref, validate);
    return validate(value) ? [] : [`${this.#ajv.errorsText(validate.errors)}: ${JSON.stringify(value).slice(0, 300)}`];
  }

  /** What of a JSON answer is not as the document says. */
  answerProblems(operation: string, status: number, value: unknown): string[] {
    return this.#content(operation, ['responses', String(status)], value);
  }

  /** The same of a JSON request. */
  requestProblems(operation: string, value: unknown): string[] {
    return this.#content(operation, ['requestBody'], value);
  }

  #content(operation: string, place: readonly string[], value: unknown): string[] {
    const [method = '', path = ''] = operation.split(' ');
    const pointer = ['paths', path, method.toLowerCase(), ...place, 'content', 'application/json', 'schema'];
    const at = pointer.reduce<unknown>(
      (inner, key) => (inner as Record<string, unknown> | undefined)?.[key],
      this.document,
    );
    return at === undefined ? [`${operation}: no JSON at ${place.join(' ')}`] : this.#problemsOf(pointer, value);
  }

  /** What of an exchange is not as the document says; of media that is not JSON only its type is looked at. */
  problems(exchange: Exchange): string[] {
    const operation = this.operationOf(exchange);
    if (operation === undefined) return [`${exchange.method} ${exchange.url} is not in the document`];
    const { status, type, requestType, requestBody, body } = exchange;
    const problems: string[] = [];
    if (requestType.startsWith('application/json')) {
      problems.push(...this.requestProblems(operation, JSON.parse(requestBody.toString('utf8'))));
    }
    if (type.startsWith('application/json')) {
      problems.push(...this.answerProblems(operation, status, JSON.parse(body.toString('utf8'))));
    } else if (body.length > 0 && !this.#hasType(operation, status, type)) {
      problems.push(`answers ${type}, which the document does not have`);
    }
    return problems.map((problem) => `${operation} ${status}: ${problem}`);
  }

  #hasType(operation: string, status: number, type: string): boolean {
    const [method = '', path = ''] = operation.split(' ');
    const content = this.document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]?.content ?? {};
    return Object.hasOwn(content, type.split(';')[0]!);
  }
}
