// The floors of the house: a folder imports only from the floors below it (docs/architecture.md).
const floors = [
  ['text', 'audio', 'errors', 'versions'],
  ['store'],
  ['engines'],
  ['voices', 'webhooks', 'jobs', 'usage'],
  ['speech', 'agents', 'http'],
  ['routes'],
  ['cli', 'main.ts', 'app.ts', 'config.ts'],
];
const place = (names) =>
  `^src/(${names.map((n) => (n.endsWith('.ts') ? n.replace('.', '\\.') + '$' : n + '/')).join('|')})`;

const forbidden = [
  { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
  { name: 'client-stands-alone', severity: 'error', from: { path: '^client/' }, to: { path: '^src/' } },
  {
    name: 'no-dev-dependency-in-src',
    severity: 'error',
    from: { path: '^src/', pathNot: '\\.test\\.ts$|(conformance|testing)\\.ts$' },
    to: { dependencyTypes: ['npm-dev'] },
  },
];
floors.forEach((names, floor) => {
  const above = floors.slice(floor + 1).flat();
  if (above.length > 0)
    forbidden.push({
      name: `floor-${floor}-imports-only-below`,
      severity: 'error',
      from: { path: place(names), pathNot: '\\.test\\.ts$' },
      to: { path: place(above) },
    });
  for (const name of floor === floors.length - 1 ? [] : names) {
    const siblings = names.filter((other) => other !== name);
    if (siblings.length > 0)
      forbidden.push({
        name: `floor-${floor}-${name}-ignores-its-neighbours`,
        severity: 'error',
        from: { path: place([name]), pathNot: '\\.test\\.ts$' },
        to: { path: place(siblings) },
      });
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
