import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCatalogue } from '../../voices/catalogue.ts';
import { packageVersion } from '../runtime.ts';
import { command, here, temporaryFolder } from '../testing.ts';

const { voices: builtInVoices } = createCatalogue();

const wrong: readonly (readonly [args: string, message: RegExp])[] = [
  ['frob', /unknown command 'frob'/],
  ['sey hello', /unknown command 'sey' \(Did you mean say\?\)/],
  ['say hello --frob', /unknown option '--frob'/],
  [
    'say hello -o hello.ogg',
    /'\.ogg' is not an ending this writes; known are \.wav, \.mp3, \.opus, \.flac, \.raw, \.pcm, or name the format with --format/,
  ],
  ['say hello -o hello', /'hello' has no ending/],
  ['say hello -o a.wav --format aac', /--format: 'aac' is not one of raw, wav, mp3, opus, flac/],
  ['say hello -o a.wav --format mp3', /--format: mp3 does not fit the ending of 'a\.wav', which is that of wav/],
  ['say hello -o a.PCM --format wav', /--format: wav does not fit the ending of 'a\.PCM', which is that of raw/],
  ['say hello --langage de', /unknown option '--langage' \(Did you mean --language\?\)/],
  ['bench --concurency 4', /unknown option '--concurency' \(Did you mean --concurrency\?\)/],
  ['clone a.wav --name A --langage de', /unknown option '--langage' \(Did you mean --language\?\)/],
  ['say hello -o a.wav --bit-rate 64000', /--bit-rate goes with mp3/],
  ['say hello -o a.mp3 --encoding pcm_s16le', /--encoding goes with wav and raw only/],
  ['say hello -o a.mp3 --sample-rate 8000 --bit-rate 192000', /--bit-rate: MP3 at 8000 Hz has 32000, 64000/],
  ['say hello -o a.wav --sample-rate 11025', /--sample-rate: '11025' is not one of 8000, 12000, 16000/],
  ['say hello -o a.wav --speed 9', /--speed: expected a number from 0\.6 to 1\.5, received 9/],
  ['say hello -o a.wav --speed fast', /--speed: 'fast' is not a number/],
  ['say hello -o a.wav --volume 0', /--volume: expected a number from 0\.5 to 2/],
  ['say hello -o a.wav --emotion hangry', /--emotion: unknown emotion 'hangry'; allowed: neutral, happy/],
  ['say hello -o a.wav --voice nobody', /--voice: no voice has the name or ID 'nobody'; "sonorant voices" lists them/],
  ['say hello -o a.wav --language xx', /--language: 'xx' is neither a language nor a locale/],
  ['say hello -o a.wav -f text.txt', /give the text either as arguments or with --file/],
  ['change --voice Russell', /missing required argument 'recording'/],
  ['change a.wav', /required option '--voice <id or name>' not specified/],
  ['change a.wav --voice nobody -o b.wav', /--voice: no voice has the name or ID 'nobody'/],
  ['change a.wav --voice Russell -o b.ogg', /'\.ogg' is not an ending this writes/],
  ['change a.wav --voice Russell -o b.mp3 --encoding pcm_s16le', /--encoding goes with wav and raw only/],
  ['change a.wav --voice Russell -o - --json', /--json and the audio both want standard output/],
  ['change a.wav --voice Russell -o b.wav --server here', /--server: 'here' is not an address/],
  ['change a.wav --voice Russell -o b.wav --server http://a.b', /SONORANT_API_KEY/],
  ['change a.wav --voice A -o b.wav --server http://a.b -d data', /--data-dir and --organization do not go with it/],
  ['infill hello', /required option '--voice <id or name>' not specified/],
  ['infill hello --voice Russell -o b.wav', /name a recording with --left, --right or both/],
  ['infill --left - --voice Russell -o b.wav', /one of the recordings or the text, not several/],
  ['infill hi --left - --right - --voice Russell -o b.wav', /one of the recordings or the text, not several/],
  ['infill hi --left a.wav --voice nobody -o b.wav', /--voice: no voice has the name or ID 'nobody'/],
  ['infill hi --left a.wav --voice Russell --language xx -o b.wav', /--language: Not a language or locale code/],
  ['voices --language klingon', /--language: 'klingon'/],
  ['serve --port eighty', /--port: allowed is an integer from 0 to 65535/],
  ['keys', /./],
  ['keys revoke', /missing required argument 'id'/],
  ['keys create --expires-in soon', /--expires-in: 'soon' is not a time such as 90m, 12h, 30d, 2w or 2/],
  ['keys create --expires-in 0d', /--expires-in: '0d' is not a time/],
  ['keys create --expires-in 999999999w', /--expires-in: '999999999w' is not a time/],
];

describe('the command line', () => {
  it('when it is wrong ends with 2 and one line that says what is allowed', async (t) => {
    // In a checkout whose server has run there is a data folder, which voices are looked for in too.
    const folder = await temporaryFolder();
    t.after(() => folder.remove());
    for (const [args, message] of wrong) {
      const env = { SONORANT_DATA_DIR: folder.path('none') };
      const { code, stdout, stderr } = await command(args.split(' '), { env });
      assert.deepEqual([args, code, stdout.toString()], [args, 2, '']);
      assert.match(stderr, message);
      if (args !== 'keys') assert.match(stderr, /^sonorant: [^\n]+\n$/);
    }
  });

  it('explains itself and each command with examples', async (t) => {
    const commands = [
      'say',
      'book',
      'transcribe',
      'change',
      'infill',
      'serve',
      'keys',
      'members',
      'organizations',
      'voices',
      'clone',
      'models',
      'status',
      'doctor',
      'bench',
    ];
    for (const args of [
      ['--help'],
      ...commands.concat('db', 'settings', 'completion').map((name) => [name, '--help']),
    ]) {
      const { code, out } = await here(t, ...args);
      assert.equal(code, 0);
      assert.match(out, /Examples:\n {2}\S/);
    }
  });

  it('has --json in every command but those that run a server or print a script', async (t) => {
    const groups = {
      keys: ['create', 'list', 'rotate', 'revoke'],
      members: ['list', 'invite', 'remove', 'role', 'password'],
      organizations: ['create', 'list'],
      models: ['list', 'add', 'remove', 'test'],
      db: ['export', 'import'],
    };
    const inGroups = Object.entries(groups).flatMap(([group, names]) => names.map((name) => [group, name]));
    const alone = [
      ...[
        'say',
        'book',
        'talk',
        'transcribe',
        'change',
        'infill',
        'voices',
        'clone',
        'settings',
        'status',
        'doctor',
        'bench',
      ],
    ].map((name) => [name]);
    const { out } = await here(t, '--help');
    const known = Array.from(out.matchAll(/^ {2}([a-z]+) (?:\[|<| )/gm), ([, name]) => name!);
    const audited = [...Object.keys(groups), ...alone.flat(), 'serve', 'completion', 'help', 'sonorant'];
    assert.deepEqual(
      known.filter((name) => !audited.includes(name)),
      [],
    );
    for (const path of [...inGroups, ...alone]) {
      assert.match((await here(t, ...path, '--help')).out, /^ {2}--json /m, path.join(' '));
    }
    const { code, err } = await here(t, 'db', 'export', '-', '--json');
    assert.deepEqual([code, err.includes('standard output')], [2, true]);
  });

  it('prints its version', async (t) => {
    assert.deepEqual(await here(t, '--version'), { code: 0, err: '', out: `${packageVersion()}\n` });
  });

  it('lists the built-in voices as a table and as JSON, narrowed to a language or locale', async (t) => {
    const folder = await temporaryFolder();
    t.after(() => folder.remove());
    const list = async (...args: readonly string[]) =>
      (await command(['voices', ...args], { env: { SONORANT_DATA_DIR: folder.path('none') } })).stdout.toString();
    const all = JSON.parse(await list('--json')) as { id: string }[];
    assert.deepEqual(
      all.map(({ id }) => id),
      builtInVoices.map(({ id }) => id),
    );
    const table = (await list('--language', 'pt-PT')).trimEnd().split('\n');
    const portuguese = JSON.parse(await list('--language', 'pt-PT', '--json')) as {
      id: string;
      name: string;
      language: string;
    }[];
    assert.ok(portuguese.length >= 2 && portuguese.every(({ language }) => language === 'pt'));
    assert.match(table[0]!, /^ID +NAME +GENDER +LOCALE +SPEAKS +ENGINE +OWNER$/);
    assert.deepEqual(
      table.slice(1).map((line) => line.split(/ {2,}/).slice(0, 2)),
      portuguese.map(({ id, name }) => [id, name]),
    );
  });

  it('prints the settings', async (t) => {
    const { code, out } = await here(t, 'settings');
    assert.equal(code, 0);
    assert.match(out, /\| `SONORANT_PORT` \| 8080 \|/);
    const list = JSON.parse((await here(t, 'settings', '--json')).out) as { name: string; default: string }[];
    assert.equal(list.find(({ name }) => name === 'SONORANT_PORT')?.default, '8080');
    assert.equal(list.length, out.match(/^\| `SONORANT_/gm)!.length);
  });
});
