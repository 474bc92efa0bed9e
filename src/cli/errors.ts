import { ServiceError } from '../errors/service-error.ts';

/** Ends the command with one line on standard error. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** 1: it did not work; 2: the command was used wrongly; 128 + n: stopped by signal n. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Whoever reads what the command makes wants no more of it, which ends the command without a word. */
export class OutputClosedError extends CommandError {
  constructor() {
    super('standard output was closed', 0);
  }
}

/** The command line itself is wrong. */
export function usageError(message: string): CommandError {
  return new CommandError(message, 2);
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'exists already',
  ENOSPC: 'no space left on the device',
  EROFS: 'the file system is read-only',
};

function isSystemError(error: Error): error is NodeJS.ErrnoException {
  return 'code' in error && typeof error.code === 'string';
}

/** What is wrong with a file, without the name of the system call. */
function describeSystemError(error: NodeJS.ErrnoException): string {
  const problem = fileProblems[error.code ?? ''];
  if (problem === undefined) return error.message;
  return error.path === undefined ? problem : `${error.path}: ${problem}`;
}

/** What a message in the form of {@link invalidField} says of each field; none where it has another form. */
export function problemsOf(message: string): readonly { readonly field: string; readonly problem: string }[] {
  const found = message.matchAll(/✖ (.*?)\n {2}→ at (?:[^\n]*\.)?([a-z_]+)(?=\n|$)/gs);
  return Array.from(found, ([, problem, field]) => ({ field: field!, problem: problem! }));
}

/** `✖ problem\n  → at output_format.bit_rate`, the form of {@link invalidField}, as `--bit-rate: problem`. */
function describeServiceError({ message }: ServiceError): string {
  const field = /^✖ (.*)\n {2}→ at (?:.*\.)?([a-z_]+)$/s.exec(message);
  return field === null ? message : `--${field[2]!.replaceAll('_', '-')}: ${field[1]!}`;
}

/** What an error began with: `fetch` and the client keep it as its cause. */
export function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? rootCause(error.cause) : error;
}

/** One line about anything that was thrown. */
export function describeError(error: unknown): string {
  if (error instanceof ServiceError) return describeServiceError(error);
  if (!(error instanceof Error)) return String(error);
  return (isSystemError(error) ? describeSystemError(error) : error.message).replaceAll(/\s*\n\s*/g, '; ');
}
