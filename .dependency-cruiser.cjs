// The floors of the house (docs/architecture.md): a folder imports only from the floors below it, and every file of `src`
// stands on a floor.
const floors = require('./docs/floors.json').map((folders) => Object.keys(folders));

const inFolders = (names) => `^src/(${names.join('|')})/`;

const forbidden = [
  { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'every-file-stands-on-a-floor',
    severity: 'error',
    from: { path: '^src/', pathNot: inFolders(floors.flat()) },
    to: {},
  },
  {
    // What two families of routes share stands in http/ or below, or the server passes it in.
    name: 'routes-ignore-their-siblings',
    severity: 'error',
    from: { path: '^src/routes/([^/]+)/', pathNot: '(\\.test|/testing)\\.ts$' },
    to: { path: '^src/routes/', pathNot: '^src/routes/$1/' },
  },
  {
    // A command needs what a route is made of, not its wire form; what both need stands below.
    name: 'command-imports-no-route',
    severity: 'error',
    from: { path: '^src/cli/', pathNot: '\\.test\\.ts$' },
    to: { path: '^src/routes/' },
  },
  {
    // What the pages of the console are built from knows no page and not the frame around them.
    name: 'console-base-imports-no-page',
    severity: 'error',
    from: { path: '^console/src/(base|components|audio)/' },
    to: { path: '^console/src/', pathNot: '^console/src/(base|components|audio|styles)/' },
  },
  {
    name: 'console-base-stands-alone',
    severity: 'error',
    from: { path: '^console/src/base/' },
    to: { path: '^console/src/', pathNot: '^console/src/base/' },
  },
  {
    name: 'console-shell-is-imported-by-none',
    severity: 'error',
    from: { path: '^console/src/', pathNot: '^console/src/shell/' },
    to: { path: '^console/src/shell/' },
  },
  {
    // Both measure; what both need stands with the figures.
    name: 'bench-imports-no-quality',
    severity: 'error',
    from: { path: '^bench/' },
    to: { path: '^quality/' },
  },
  { name: 'client-stands-alone', severity: 'error', from: { path: '^client/' }, to: { path: '^src/' } },
  {
    name: 'no-dev-dependency-in-src',
    severity: 'error',
    from: { path: '^src/', pathNot: '\\.test\\.ts$|/conformance/|(conformance|testing)\\.ts$' },
    to: { dependencyTypes: ['npm-dev'] },
  },
];
floors.forEach((names, floor) => {
  const above = floors.slice(floor + 1).flat();
  if (above.length > 0) {
    forbidden.push({
      name: `floor-${floor}-imports-only-below`,
      severity: 'error',
      from: { path: inFolders(names), pathNot: '\\.test\\.ts$' },
      to: { path: inFolders(above) },
    });
  }
  for (const name of floor === floors.length - 1 ? [] : names) {
    const siblings = names.filter((other) => other !== name);
    if (siblings.length > 0) {
      forbidden.push({
        name: `floor-${floor}-${name}-ignores-its-neighbours`,
        severity: 'error',
        from: { path: inFolders([name]), pathNot: '\\.test\\.ts$' },
        to: { path: inFolders(siblings) },
      });
    }
  }
});

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
};
