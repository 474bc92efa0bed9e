/** The files of deploy/: each read by the program it is for, or by the engine and the schemas of that program. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { unknownSettings } from '../../src/server/config.ts';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
let folder = '';

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonorant-deploy-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function read(name: string): string {
  return readFileSync(join(deploy, name), 'utf8');
}

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: unknown;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
}

describe('compose.yaml', () => {
  const text = read('compose/compose.yaml');
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Readonly<Record<string, Service>>;
    volumes: Readonly<Record<string, unknown>>;
  };

  it('gives the nodes settings that exist', () => {
    for (const name of ['node1', 'node2', 'node3']) {
      const { environment = {} } = services[name]!;
      assert.ok(environment.SONORANT_DATABASE_URL !== undefined, name);
      assert.deepEqual(unknownSettings(environment), [], name);
    }
  });

  it('names each variable in .env.example, and demands the secrets', () => {
    const known: readonly string[] = read('compose/.env.example').match(/^\w+(?==)/gm) ?? [];
    const used = [...text.matchAll(/\$\{(\w+)(:[?-])?/g)].map((match) => [match[1]!, match[2]] as const);
    for (const [name, form] of used) {
      if (name === 'SONORANT_VERSION') continue;
      assert.ok(known.includes(name), `${name} is not in .env.example`);
      if (/PASSWORD|SECRET|_KEY$/.test(name)) assert.equal(form, ':?', `${name} must have no default`);
    }
    assert.deepEqual(
      known.filter((name) => !used.some(([one]) => one === name)),
      [],
    );
  });

  it('waits for parts that say when they are ready, and mounts what is there', () => {
    for (const [name, { depends_on = {}, volumes: mounts = [] }] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        assert.ok(services[other] !== undefined, `${name} waits for ${other}`);
        const isNode = other.startsWith('node');
        if (condition === 'service_healthy' && !isNode) assert.ok(services[other].healthcheck !== undefined, other);
      }
      for (const mount of mounts) {
        const source = mount.split(':')[0]!;
        if (source.startsWith('.')) assert.ok(existsSync(join(deploy, 'compose', source)), source);
        else assert.ok(source in volumes, source);
      }
    }
    for (const name of ['node1', 'node2', 'node3']) assert.equal(services[name]!.read_only, true);
  });
});

describe('sonorant.service', () => {
  it('is a unit that systemd takes', () => {
    // systemd looks for the program of the unit too, so it gets one that is there.
    const unit = join(folder, 'sonorant.service');
    writeFileSync(unit, read('systemd/sonorant.service').replaceAll('/opt/sonorant/bin/sonorant', '/bin/true'));
    const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
    assert.equal(error, undefined);
    assert.equal(
      `${status} ${stderr
        .split('\n')
        .filter((line) => line.includes('sonorant'))
        .join('\n')}`,
      '0 ',
    );
  });

  it('has settings that exist', () => {
    const names = [
      ...`${read('systemd/sonorant.env')}${read('systemd/sonorant.service')}`.matchAll(/\b(SONORANT_\w+)=/g),
    ];
    assert.ok(names.length > 5);
    assert.deepEqual(unknownSettings(Object.fromEntries(names.map(([, name]) => [name!, '']))), []);
  });
});

/** A rendered object. */
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: Readonly<Record<string, unknown>>;
}

const shared = {
  SONORANT_DATABASE_URL: 'postgres://sonorant@database/sonorant',
  SONORANT_BLOB_URL: 's3://sonorant',
  SONORANT_SECRET_KEY: 'secret',
};

describe('the Helm chart', () => {
  let renderer = '';
  let models: (resource: Resource) => void;

  before(() => {
    renderer = join(folder, 'render');
    const built = spawnSync('go', ['build', '-o', renderer, 'main.go'], {
      cwd: join(deploy, 'helm/render'),
      encoding: 'utf8',
      env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'cache') },
    });
    assert.equal(
      built.status,
      0,
      built.stderr || 'install Go (Debian: golang-go golang-github-masterminds-sprig-dev golang-gopkg-yaml.v3-dev)',
    );
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', 'kubernetes-models@4.5'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    models = validator(createRequire(join(folder, 'package.json')));
  });

  /** Renders with values, and validates each object. */
  function render(values: unknown): readonly Resource[] {
    const { status, stdout, stderr } = renderText(values);
    assert.equal(status, 0, stderr);
    const resources = parseAllDocuments(stdout).flatMap((document) => {
      assert.deepEqual(document.errors, []);
      // What is switched off leaves nothing between its separators, which Helm passes over.
      const resource = document.toJS() as Resource | null;
      return resource === null ? [] : [resource];
    });
    for (const resource of resources) models(resource);
    return resources;
  }

  function renderText(values: unknown) {
    return spawnSync(renderer, [join(deploy, 'helm/sonorant')], { input: JSON.stringify(values), encoding: 'utf8' });
  }

  const kinds = (resources: readonly Resource[]): string =>
    resources
      .map(({ kind }) => kind)
      .sort()
      .join(' ');

  it('gives several nodes, valid by the schemas of Kubernetes', () => {
    const resources = render({ secrets: shared });
    assert.equal(
      kinds(resources),
      'Deployment HorizontalPodAutoscaler PodDisruptionBudget Secret Service ServiceAccount',
    );
  });

  it('gives everything that can be switched on, valid by the same schemas', () => {
    const resources = render({
      secrets: shared,
      settings: {
        SONORANT_LOG_LEVEL: 'debug',
        SONORANT_MAX_CONTEXTS: 128,
        SONORANT_STT_MAX_BYTES: 200_000_000,
        SONORANT_WORKERS: '2',
      },
      publicUrl: 'https://speech.example.com',
      trustedProxies: '10.0.0.0/8',
      imagePullSecrets: [{ name: 'registry' }],
      ingress: { enabled: true, className: 'nginx', tls: [{ hosts: ['speech.example.com'], secretName: 'tls' }] },
      networkPolicy: { enabled: true, from: [{ namespaceSelector: {} }] },
      serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
      tolerations: [{ key: 'speech', operator: 'Exists' }],
      podAnnotations: { note: 'a "quoted" one' },
    });
    assert.match(kinds(resources), /Ingress NetworkPolicy/);
    const deployment = resources.find(({ kind }) => kind === 'Deployment')!;
    const names = [...JSON.stringify(deployment).matchAll(/"name":"(SONORANT_\w+)"/g)].map((match) => match[1]!);
    assert.ok(names.includes('SONORANT_MAX_CONTEXTS'));
    for (const value of [
      { name: 'SONORANT_LOG_LEVEL', value: 'debug' },
      { name: 'SONORANT_STT_MAX_BYTES', value: '200000000' },
      { name: 'SONORANT_WORKERS', value: '2' },
    ]) {
      assert.ok(JSON.stringify(deployment).includes(JSON.stringify(value)), value.name);
    }
    assert.deepEqual(unknownSettings(Object.fromEntries(names.map((name) => [name, '']))), []);
  });

  it('gives one node with a volume and no service beside it', () => {
    const resources = render({ replicas: 1, autoscaling: { enabled: false }, persistence: { enabled: true } });
    assert.equal(kinds(resources), 'Deployment PersistentVolumeClaim Service ServiceAccount');
  });

  it('waits for the drain before a node is killed', () => {
    const deployment = render({ secrets: shared, drainDelaySeconds: 5, drainSeconds: 120 }).find(
      ({ kind }) => kind === 'Deployment',
    )!;
    const template = deployment.spec!.template as { spec: { terminationGracePeriodSeconds: number } };
    assert.ok(template.spec.terminationGracePeriodSeconds > 125);
  });

  it('reads no settings from the variables that Kubernetes makes of Services, of which one may be called sonorant', () => {
    const deployment = render({ secrets: shared }).find(({ kind }) => kind === 'Deployment')!;
    const { spec } = deployment.spec!.template as {
      spec: { enableServiceLinks?: boolean; containers: readonly { env: readonly object[] }[] };
    };
    assert.equal(spec.enableServiceLinks, false);
    // What the container itself sets wins over them wherever they come from.
    assert.deepEqual(
      spec.containers[0]!.env.filter((one) => 'name' in one && one.name === 'SONORANT_PORT'),
      [{ name: 'SONORANT_PORT', value: '8080' }],
    );
  });

  it('refuses nodes that share nothing, and a volume for several', () => {
    assert.match(renderText({}).stderr, /secrets\.SONORANT_DATABASE_URL is missing/);
    assert.match(renderText({ secrets: shared, persistence: { enabled: true } }).stderr, /persistence is for one node/);
  });

  it('has a schema of its values that knows each of them', () => {
    const values = parse(read('helm/sonorant/values.yaml')) as Record<string, unknown>;
    const schema = JSON.parse(read('helm/sonorant/values.schema.json')) as { properties: Record<string, unknown> };
    assert.deepEqual(
      Object.keys(values).filter((name) => !(name in schema.properties)),
      [],
    );
    assert.ok(readdirSync(join(deploy, 'helm/sonorant/templates')).length >= 6);
  });
});

/** Validates against the schemas of Kubernetes, as kubernetes-models has them; what is no part of Kubernetes is only read. */
function validator(require: NodeJS.Require): (resource: Resource) => void {
  return (resource) => {
    assert.ok(resource.metadata.name.length <= 63);
    if (resource.apiVersion.startsWith('monitoring.coreos.com/')) return;
    const exported = require(`kubernetes-models/${resource.apiVersion}`) as Record<
      string,
      new (data: unknown) => { validate: () => void }
    >;
    new exported[resource.kind]!(resource).validate();
  };
}
