/** `sonorant talk` with agents of a real server: what is written, played and told to programs, and how it ends. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { apiKey, start as startServer, tonesOf, version, type TestServer } from '../../../test/support/server.ts';
import { command, ended, start, temporaryFolder, untilOutput } from '../testing.ts';

const instructions = `When the user says: opening hours | when are you open
Say: We are open from nine to five.
When the user says: where is my order
Ask for {{order}} (digits): Which number?
Call: find_order(order={{order}})
If it fails: Our list is closed.
Say: It is {{result.state}}.
When the user says: count
Say: one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen.
When the user says: good bye
End: Good bye {{name}}.
Otherwise: I did not understand.`;

let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let agentId: string;
/** Without a program that plays. */
let env: Record<string, string>;

before(async () => {
  folder = await temporaryFolder();
  server = await startServer({}, tonesOf(0.05));
  env = { PATH: dirname(process.execPath), SONORANT_API_KEY: apiKey, SONORANT_URL: server.url };
  const tool = await server.post('/v1/agents/tools', {
    ...{ type: 'client', name: 'find_order', description: 'Finds an order.', expects_response: true },
    parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  });
  const { id } = (await tool.json()) as { id: string };
  agentId = await agent('Reception', { tools: [{ id }] });
});
after(async () => {
  await server.close();
  await folder.remove();
});

async function agent(name: string, config: object = {}): Promise<string> {
  const response = await server.post('/v1/agents', {
    name,
    config: {
      instructions,
      initial_message: 'Good morning.',
      dynamic_variable_placeholders: { name: 'Ada', floor: 3 },
      ...config,
    },
  });
  assert.equal(response.status, 201, await response.clone().text());
  return ((await response.json()) as { id: string }).id;
}

type Json = Readonly<Record<string, unknown>>;

function eventsOf(stdout: Buffer): readonly Json[] {
  return stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
}

describe('sonorant talk', () => {
  it('says the lines of its input one after the other, and writes the answers', async () => {
    const input = 'when are you open\n\n  nonsense  \r\nopening hours';
    const { code, stdout, stderr } = await command(['talk', agentId], { env, input });
    assert.deepEqual(stdout.toString().split('\n'), [
      'Good morning.',
      'We are open from nine to five.',
      'I did not understand.',
      'We are open from nine to five.',
      '',
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /without sound: no program.*\n.*talking to Reception/su);
  });

  it('ends behind the first message where there is nothing to say, and at once where the agent waits', async () => {
    assert.equal((await command(['talk', agentId], { env })).stdout.toString(), 'Good morning.\n');
    const silent = await agent('Silent', { initial_message: null });
    const { code, stdout } = await command(['talk', silent], { env });
    assert.deepEqual([code, stdout.toString()], [0, '']);
  });

  it('finds the agent by its name, whatever its case, and says when that is not one', async () => {
    await agent('Twin');
    await agent('twin');
    const { code, stdout } = await command(['talk', 'reception', '--no-sound'], { env, input: 'good bye' });
    assert.deepEqual([code, stdout.toString()], [0, 'Good morning.\nGood bye Ada.\n']);
    for (const [name, problem] of [
      ['Recep', /no agent has the name 'Recep'/u],
      ['TWIN', /several agents have the name 'TWIN': agent_\w+, agent_\w+/u],
      ['agent_none', /refuses: No agent has this id/u],
    ] as const) {
      const refused = await command(['talk', name], { env });
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, problem);
    }
  });

  it('tells programs every event as a line of JSON, with the names of the interface', async () => {
    const input = 'where is my order\n4 7 1 1\ngood bye\n';
    const tool = `find_order=${process.execPath} -e "process.stdin.on('data',d=>console.log('{\\"state\\":\\"at '+JSON.parse(d).order+'\\"}'))"`;
    const args = ['talk', agentId, '--json', '--variable', 'name=Grace=1', '--variable', 'floor=4', '--tool', tool];
    const { code, stdout, stderr } = await command(args, { env: { ...env, PATH: `${env.PATH!}:/bin` }, input });
    assert.deepEqual([code, stderr], [0, '']);
    const events = eventsOf(stdout);
    const [ready] = events;
    assert.deepEqual([ready!.type, ready!.agent_id, ready!.agent_name], ['ready', agentId, 'Reception']);
    const headers = { 'service-version': version, 'x-api-key': apiKey };
    const call = await fetch(`${server.url}/agents/calls/${String(ready!.call_id)}`, { headers });
    assert.equal(call.status, 200);
    const turns = events
      .filter(({ type }) => type === 'turn_ended')
      .map(({ role, text }) => `${String(role)}: ${String(text)}`);
    assert.deepEqual(turns, [
      'assistant: Good morning.',
      'user: where is my order',
      'assistant: Which number?',
      'user: 4 7 1 1',
      'assistant: It is at 4711.',
      'user: good bye',
      'assistant: Good bye Grace=1.',
    ]);
    const used = events.find(({ type }) => type === 'tool_call')!;
    assert.deepEqual([used.name, used.parameters, used.expects_response], ['find_order', { order: '4711' }, true]);
    assert.deepEqual(events.at(-1), { type: 'end', reason: 'agent_hangup' });
    const known = ['ready', 'turn_started', 'text', 'turn_ended', 'tool_call', 'end'];
    assert.deepEqual([...new Set(events.map(({ type }) => type))].sort(), known.sort());
  });

  it('tells the agent that nothing runs its tool, or that the command failed, and goes on', async () => {
    const input = 'where is my order\n12\n';
    for (const tools of [[], ['--tool', 'find_order=echo broken >&2; exit 3']]) {
      const path = `${env.PATH!}:/bin`;
      const { code, stdout, stderr } = await command(['talk', agentId, ...tools], {
        env: { ...env, PATH: path },
        input,
      });
      assert.equal(code, 0);
      assert.equal(stdout.toString(), 'Good morning.\nWhich number?\nOur list is closed.\n');
      assert.match(stderr, /the agent uses find_order \{"order":"12"\}/u);
    }
  });

  it('fails where the agent hangs up before all was said', async () => {
    const { code, stderr } = await command(['talk', agentId], { env, input: 'good bye\ncount\nnonsense\n' });
    assert.equal(code, 1);
    assert.match(stderr, /the agent hung up before 2 lines were said/u);
  });

  it('passes over a line that is not answered', async () => {
    const args = ['talk', agentId, '--answer-timeout', '1.5'];
    const { code, stdout } = await command(args, { env, input: '…\ngood bye\n' });
    assert.deepEqual([code, stdout.toString()], [0, 'Good morning.\nGood bye Ada.\n']);
  });

  it('plays what the agent says, and goes on in writing where that fails', async () => {
    const heard = folder.path('heard');
    await mkdir(folder.path('bin'));
    const play = async (script: string): Promise<void> => {
      await writeFile(folder.path('bin/aplay'), `#!/bin/sh\n${script}\n`);
      await chmod(folder.path('bin/aplay'), 0o755);
    };
    const sounding = { ...env, PATH: `${folder.path('bin')}:${env.PATH!}:/bin:/usr/bin` };
    await play(`echo "$@" >> "${heard}.args"; exec cat >> "${heard}"`);
    const { code, stderr } = await command(['talk', agentId], { env: sounding, input: 'opening hours' });
    assert.equal(code, 0, stderr);
    assert.ok(!stderr.includes('without sound'));
    const seconds = readFileSync(heard).length / 2 / 24_000;
    // Nine words of 50 ms.
    assert.ok(seconds > 0.35 && seconds < 1.5, `${seconds} s were played`);
    assert.equal(readFileSync(`${heard}.args`, 'utf8').trim().split('\n').length, 2, 'one player for each turn');
    await command(['talk', agentId, '--no-sound'], { env: sounding, input: 'opening hours' });
    assert.equal(readFileSync(heard).length / 2 / 24_000, seconds);
    await play('echo "no device" >&2; exit 3');
    const broken = await command(['talk', agentId], { env: sounding, input: 'opening hours' });
    assert.deepEqual([broken.code, broken.stdout.toString()], [0, 'Good morning.\nWe are open from nine to five.\n']);
    assert.equal(broken.stderr.match(/without sound: aplay could not play: no device/gu)?.length, 1);
    assert.ok(existsSync(heard));
  });

  it('hangs up when it is stopped, and is heard to do so before it exits', async (t) => {
    const slow = await slowLine(new URL(server.url));
    t.after(() => slow.close());
    const child = start(['talk', agentId, '--json', '--server', slow.url], { env });
    const all = ended(child);
    child.stdin!.write('count\n');
    const seen = await untilOutput(child.stdout!, /"text":" ?two"/u);
    const { call_id: id } = JSON.parse(seen.split('\n')[0]!) as { call_id: string };
    slow.hold(300);
    child.kill('SIGINT');
    assert.equal((await all).code, 130);
    assert.equal(slow.firstToEnd, 'server');
    const headers = { 'service-version': version, 'x-api-key': apiKey };
    let call: Json = {};
    await eventually('the call has ended', async () => {
      call = (await (await fetch(`${server.url}/agents/calls/${id}`, { headers })).json()) as Json;
      return call.status === 'completed';
    });
    assert.equal(call.end_reason, 'client_hangup');
  });

  it('refuses a wrong command line with 2, and says what it needs', async () => {
    for (const [args, problem] of [
      [['talk'], /missing required argument 'agent'/u],
      [['talk', agentId, '--variable', 'x'], /--variable: 'x' is not of the form name=value/u],
      [['talk', agentId, '--variable', 'floor=top'], /--variable: floor is a number, and 'top' is none/u],
      [['talk', agentId, '--variable', 'colour=red'], /has no variable "colour"/u],
      [['talk', agentId, '--tool', 'x'], /--tool: 'x' is not of the form name=command/u],
      [['talk', agentId, '--answer-timeout', 'soon'], /--answer-timeout/u],
      [['talk', agentId, '--server', 'nowhere'], /is not an address/u],
    ] as const) {
      const { code, stderr } = await command(args, { env });
      assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, problem);
    }
    const keyless = await command(['talk', agentId], { env: { ...env, SONORANT_API_KEY: '' } });
    assert.deepEqual([keyless.code, keyless.stderr.includes('SONORANT_API_KEY')], [2, true]);
    const nowhere = await command(['talk', agentId, '--server', 'http://127.0.0.1:9'], { env });
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.stderr, /no server answers at http:\/\/127\.0\.0\.1:9/u);
  });
});

/** A proxy in front of the server that can keep back what the client sends. */
async function slowLine({ hostname, port }: URL) {
  let holdMs = 0;
  let firstToEnd: 'client' | 'server' | undefined;
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const late = (then: () => void): void => void setTimeout(then, holdMs);
    client.on('data', (bytes) => late(() => upstream.write(bytes)));
    upstream.on('data', (bytes) => client.write(bytes));
    client.on('end', () => {
      firstToEnd ??= 'client';
      late(() => upstream.end());
    });
    upstream.on('end', () => {
      firstToEnd ??= 'server';
      client.end();
    });
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    hold: (ms: number) => {
      holdMs = ms;
      firstToEnd = undefined;
    },
    get firstToEnd() {
      return firstToEnd;
    },
    close: () => proxy.close(),
  };
}
