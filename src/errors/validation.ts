/**
 * The issues that zod found, as text for the client: each problem on a line `✖ …`, where it is on the next, `  → at …`.
 */
import { z } from 'zod';
import { ServiceError } from './service-error.ts';

type Issue = z.core.$ZodIssue;

const maxProblems = 20;

/**
 * The 400 `invalid_request` that names every problem, its field and what is allowed, and never repeats what was sent.
 * @param whole what a problem without a field is about, such as `body`
 */
export function invalidRequest(error: { readonly issues: readonly Issue[] }, whole?: string): ServiceError {
  const issues = error.issues.flatMap(unfold);
  const lines = issues.slice(0, maxProblems).map((issue) => {
    const { message, path } = issue;
    const isMissing = issue.code === 'invalid_value' && 'input' in issue && issue.input === undefined;
    const problem = (isMissing ? message.replace(/^Invalid (option|input): /, 'Required: ') : message).replace(
      /^Invalid input: (expected .*), received undefined$/s,
      'Required: $1',
    );
    const location = path.length === 0 ? whole : z.core.toDotPath(path);
    return location === undefined ? `✖ ${problem}` : `✖ ${problem}\n  → at ${location}`;
  });
  if (issues.length > maxProblems) lines.push(`✖ and ${issues.length - maxProblems} more`);
  return new ServiceError('invalid_request', lines.join('\n'));
}

/**
 * @returns the value in the schema's output form
 * @throws {ServiceError} `invalid_request`
 */
export function parseWith<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw invalidRequest(result.error);
  return result.data;
}

/** The issue of a union is only "Invalid input": it is replaced by the issues of the alternative that comes nearest. */
function unfold(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const alternatives = issue.errors.filter((issues) => !issues.some(isOtherType));
  if (alternatives.length === 0) return [{ ...issue, message: expectedTypes(issue.errors) }];
  const nearest = alternatives.reduce((best, issues) => (issues.length < best.length ? issues : best));
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(unfold);
}

function isOtherType(issue: Issue): boolean {
  return issue.path.length === 0 && issue.code === 'invalid_type';
}

function expectedTypes(alternatives: readonly (readonly Issue[])[]): string {
  const issues = alternatives.flat().filter((issue) => issue.code === 'invalid_type');
  const types = [...new Set(issues.map((issue) => issue.expected))].join(' or ');
  const received = /, received .*$/s.exec(issues[0]?.message ?? '')?.[0] ?? '';
  return `Invalid input: expected ${types}${received}`;
}
