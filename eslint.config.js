import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const viaOutbound = 'Requests to other servers are made with src/outbound.';

export default tseslint.config(
  {
    // The last two are made: the types of the client, and what a server answered to the examples.
    ignores: [
      '**/dist/',
      'data/',
      '**/node_modules/',
      'client/test/runtimes/consumer.ts',
      'client/src/api.ts',
      'src/reference/examples/answers.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        // Programs are made once for a run; the project service of editors took half as long again.
        project: ['./client/tsconfig.json', './console/tsconfig.json', './tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Typed arrays are indexed in every signal loop, where a bounds check per sample would be noise.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 16],
      eqeqeq: 'error',
      curly: ['error', 'multi-line'],
      // Declarations are hoisted, so the main function of a file can stand first, and tools list them.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=const] > VariableDeclarator:not([id.typeAnnotation]) > ArrowFunctionExpression.init',
          message: 'Write a function at the top level as a declaration; an arrow only where its type is a named one.',
        },
      ],
    },
  },
  {
    // A repository and a family of routes are one function that lists short ones: a table, read entry by entry.
    files: ['src/store/**/*.ts', 'src/routes/**/*.ts', 'src/reference/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 140, skipBlankLines: true, skipComments: true }] },
  },
  {
    // Requests to others go out in src/outbound, which judges addresses and has the limits. The command line asks its own server,
    // and the scripts of the reference run in a browser.
    files: ['src/**/*.ts'],
    ignores: [
      'src/outbound/**',
      'src/store/blobs/**',
      'src/cli/**',
      'src/reference/assets/**',
      '**/*.test.ts',
      '**/{testing,*-testing}.ts',
    ],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: viaOutbound }],
      'no-restricted-properties': ['error', { object: 'globalThis', property: 'fetch', message: viaOutbound }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'undici', message: viaOutbound },
            ...['node:http', 'node:https', 'http', 'https'].map((name) => ({
              name,
              importNames: ['default', 'request', 'get', 'Agent', 'globalAgent', 'ClientRequest'],
              message: viaOutbound,
            })),
          ],
          patterns: [{ group: ['node:http2', 'http2'], message: viaOutbound }],
        },
      ],
    },
  },
  {
    // A component is its markup: one element for each line of the page.
    files: ['console/**/*.tsx'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    rules: {
      'max-lines-per-function': ['error', { max: 140, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: [
      '**/*.test.ts',
      'test/**/*.ts',
      'bench/**/*.ts',
      'src/{recognizers,language-models,conversation}/conformance.ts',
      'src/engines/conformance/*.ts',
    ],
    rules: {
      // describe() blocks hold a whole table of cases; the promises of node:test are its own.
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            {
              from: 'package',
              package: 'node:test',
              name: ['it', 'test', 'describe', 'suite', 'before', 'after', 'beforeEach', 'afterEach'],
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: {
      globals: {
        fetch: 'readonly',
        AbortSignal: 'readonly',
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        URL: 'readonly',
      },
    },
  },
);
