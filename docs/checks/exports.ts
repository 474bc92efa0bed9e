/** Exports that other folders of `src` use say in a docblock what they are. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @returns a line for each export that another folder of `src` imports and that has no docblock */
export function checkExports(): string[] {
  const program = ts.createProgram(sourceFiles(), { noEmit: true, allowImportingTsExtensions: true, ...moduleOptions });
  const checker = program.getTypeChecker();
  const problems = program
    .getSourceFiles()
    .filter((file) => isSource(pathOf(file)))
    .flatMap((file) => importedNames(file).flatMap((name) => undocumented(checker, name)));
  return [...new Set(problems)].sort();
}

const moduleOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
} satisfies ts.CompilerOptions;

function sourceFiles(): string[] {
  return ts.sys.readDirectory(`${root}src`, ['.ts'], ['**/*.test.ts']);
}

function pathOf(file: ts.SourceFile): string {
  return relative(root, file.fileName);
}

function isSource(path: string): boolean {
  return path.startsWith('src/') && !path.endsWith('.d.ts');
}

/** `src/text/normalise/index.ts` is in `text`. */
function folderOf(path: string): string | undefined {
  return path.split('/')[1];
}

/** The names between the braces of the file's imports and re-exports. */
function importedNames(file: ts.SourceFile): ts.Identifier[] {
  return file.statements.flatMap((statement) => {
    const list = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined
        ? statement.exportClause
        : undefined;
    if (list === undefined || !(ts.isNamedImports(list) || ts.isNamedExports(list))) return [];
    return list.elements.map(({ name }) => name).filter((name) => ts.isIdentifier(name));
  });
}

function undocumented(checker: ts.TypeChecker, name: ts.Identifier): string[] {
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined || !(symbol.flags & ts.SymbolFlags.Alias)) return [];
  const { declarations = [], name: exported } = checker.getAliasedSymbol(symbol);
  const [first] = declarations;
  if (first === undefined) return [];
  const path = pathOf(first.getSourceFile());
  const isOwn = folderOf(path) === folderOf(pathOf(name.getSourceFile()));
  if (isOwn || !isSource(path)) return [];
  const isDocumented = declarations.some((node) => ts.getJSDocCommentsAndTags(node).length > 0);
  return isDocumented ? [] : [`${path} exports ${exported} to other folders without a docblock`];
}
