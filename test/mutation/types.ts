/** Which mutants TypeScript itself refuses: no such change could be merged. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { root, type GuardMutant } from './guards.ts';
import { withMutant } from './mutants.ts';

/** @returns those of the mutants with which the types of their own file no longer hold */
export function checkTypes(mutants: readonly GuardMutant[]): ReadonlySet<GuardMutant> {
  if (mutants.length === 0) return new Set();
  const config = JSON.parse(readFileSync(`${root}tsconfig.json`, 'utf8')) as unknown;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const files = [...new Set(mutants.map(({ guard }) => root + guard.file))];
  const changed = new Map<string, { readonly text: string; readonly version: number }>();
  let version = 0;
  const textOf = (path: string): string | undefined => changed.get(path)?.text ?? ts.sys.readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => files,
    getScriptVersion: (path) => String(changed.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const text = textOf(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path) => ts.sys.readFile(path),
    directoryExists: (path) => ts.sys.directoryExists(path),
  });
  const problemsOf = (path: string): number =>
    service.getSyntacticDiagnostics(path).length + service.getSemanticDiagnostics(path).length;
  // Alone, without what other files declare, a file may have some as it is.
  const usual = new Map(files.map((path) => [path, problemsOf(path)]));
  const refused = mutants.filter((mutant) => {
    const path = root + mutant.guard.file;
    changed.set(path, { text: withMutant(ts.sys.readFile(path)!, mutant), version: ++version });
    const problems = problemsOf(path);
    changed.set(path, { text: ts.sys.readFile(path)!, version: ++version });
    return problems > usual.get(path)!;
  });
  return new Set(refused);
}
