/** Attempts on what speech is made of: files, voices, datasets, fine-tunes, dictionaries. */
import assert from 'node:assert/strict';
import { fliteVoice, raw24, speech } from '../support/server.ts';
import { form } from '../support/resources.ts';
import {
  some,
  read,
  shows,
  isGone,
  newest,
  absentOrWhole,
  take,
  create,
  change,
  remove,
  type Session,
  type Check,
  type Attempt,
  type Plan,
} from './attempts.ts';

export const uploadFile: Plan = async (writer) => {
  const size = 1 + Math.floor(writer.random() * 49_999);
  const extra = Buffer.alloc(size, some(writer));
  const content = Buffer.concat([Buffer.from(await writer.clip.arrayBuffer()), extra]);
  const whole = (id: string): Check => wholeFile(id, content);
  const name = `${some(writer)}.wav`;
  const data = (): FormData => {
    const made = new FormData();
    made.append('file', new Blob([content]), name);
    made.append('purpose', 'fine_tune');
    return made;
  };
  return {
    route: 'POST /files',
    send: ({ ask }) => ask('POST', '/files', data()),
    status: 201,
    outcome: ({ text }) => {
      const { id } = JSON.parse(text) as { id: string };
      return { path: `/files/${id}/info`, check: whole(id) };
    },
    either: absentOrWhole('/files', { filename: name }, whole),
    isKeyed: true,
  };
};

function wholeFile(id: string, content: Buffer): Check {
  return async (session) => {
    await shows(`/files/${id}/info`, { size: content.length })(session);
    assert.ok(content.equals(await session.bytes(`/files/${id}/download`)), `/files/${id} has other bytes`);
  };
}

/** A file whose bytes are as many as its row says. */
function readableFile(path: string): Check {
  return async (session) => {
    const info = await read(session.ask, path);
    assert.ok(info !== undefined, `${path} is lost`);
    const { length } = await session.bytes(path.replace('/info', '/download'));
    assert.equal(length, info.size, `${path} has other bytes`);
  };
}

export const saveSpeech: Plan = () => ({
  route: 'POST /tts/bytes',
  send: ({ ask }) => ask('POST', '/tts/bytes', { ...speech, output_format: raw24, transcript: 'Kept.', save: true }),
  status: 200,
  outcome: ({ headers }) => {
    const path = `/files/${headers.get('cartesia-file-id')!}/info`;
    return { path, check: readableFile(path) };
  },
  either: async (session) => {
    for (const { id } of (await newest(session, '/files')).slice(0, 10)) {
      await readableFile(`/files/${String(id)}/info`)(session);
    }
  },
});

export const cloneVoice: Plan = (writer) => {
  const name = some(writer);
  const path = (id: string): string => `/voices/${id}`;
  return {
    ...create({ route: 'POST /voices/clone', list: '/voices?is_owner=true', status: 200, body: { name }, path }),
    send: ({ ask }) =>
      ask('POST', '/voices/clone', form({ clip: writer.clip, name, language: 'en', accent: 'general-american' })),
  };
};

export const localizeVoice: Plan = (writer) => {
  const shown = { name: some(writer) };
  return create({
    route: 'POST /voices/localize',
    list: '/voices?is_owner=true',
    status: 200,
    body: { ...shown, voice_id: fliteVoice, accent: 'british' },
    shown,
    path: (id) => `/voices/${id}`,
  });
};

export const renameVoice: Plan = async (writer) => {
  const path = await take(writer, 'POST /voices/clone', cloneVoice);
  return change(writer, { route: 'PATCH /voices/{id}', path, status: 200, body: { name: some(writer) } });
};

/** The ids of the accents that a voice has. */
async function accentsOf(session: Session, path: string): Promise<string> {
  const { accents } = (await read(session.ask, path)) as { accents: { accent: string }[] };
  return accents
    .map(({ accent }) => accent)
    .sort()
    .join(' ');
}

function changesAccents(route: string, send: Attempt['send'], path: string, before: string): Attempt {
  let after: string | undefined;
  return {
    route,
    changes: [`${path} accents`],
    send,
    status: 200,
    outcome: () => ({
      path: `${path} accents`,
      check: async (session) => {
        if ((await session.ask('GET', path)).status === 404) return;
        const now = await accentsOf(session, path);
        assert.equal((after ??= now), now, `accents of ${path}`);
        assert.notEqual(now, before, `accents of ${path} as before`);
      },
    }),
    either: async (session) => {
      await accentsOf(session, path);
    },
  };
}

export const addAccent: Plan = async (writer) => {
  const path = (await writer.make(await cloneVoice(writer))).path;
  const before = await accentsOf(writer.session, path);
  return changesAccents(
    'PATCH /voices/{id}/accents',
    ({ ask }) => ask('PATCH', `${path}/accents`, { accents: ['australian'] }),
    path,
    before,
  );
};

export const removeAccent: Plan = async (writer) => {
  const { path } = await writer.make(await addAccent(writer));
  const voice = path.replace(' accents', '');
  const before = await accentsOf(writer.session, voice);
  return {
    ...changesAccents(
      'DELETE /voices/{id}/accents/{accent_id}',
      ({ ask }) => ask('DELETE', `${voice}/accents/australian`),
      voice,
      before,
    ),
  };
};

export const removeVoice: Plan = async (writer) =>
  remove('DELETE /voices/{id}', await take(writer, 'POST /voices/clone', cloneVoice), 204);

export const removeFile: Plan = async (writer) => {
  const path = await take(writer, 'POST /files', uploadFile);
  return remove('DELETE /files/{id}', path.replace('/info', ''), 200, path, readableFile(path));
};

export const dictionary: Plan = (writer) => {
  const body = { name: some(writer), items: [{ text: some(writer), alias: 'so no rant' }] };
  return create({
    route: 'POST /pronunciation-dicts',
    list: '/pronunciation-dicts',
    status: 200,
    body,
    shown: { name: body.name },
    path: (id) => `/pronunciation-dicts/${id}`,
  });
};

export const changeDictionary: Plan = async (writer) => {
  const path = await take(writer, 'POST /pronunciation-dicts', dictionary);
  const body = { name: some(writer) };
  return change(writer, { route: 'PATCH /pronunciation-dicts/{id}', path, status: 200, body });
};

export const removeDictionary: Plan = async (writer) =>
  remove('DELETE /pronunciation-dicts/{id}', await take(writer, 'POST /pronunciation-dicts', dictionary), 204);

export const dataset: Plan = (writer) => {
  const body = { name: some(writer), description: some(writer) };
  return create({
    route: 'POST /datasets',
    list: '/datasets',
    status: 200,
    body,
    path: (id) => `/datasets/${id}`,
  });
};

export const changeDataset: Plan = async (writer) => {
  const path = await take(writer, 'POST /datasets', dataset);
  const body = { name: some(writer), description: some(writer) };
  return change(writer, { route: 'PATCH /datasets/{id}', path, status: 204, body });
};

/** The ids of the files of a dataset. */
async function filesOf({ ask }: Session, path: string): Promise<readonly string[]> {
  const answer = await ask('GET', `${path}/files?limit=100`);
  if (answer.status === 404) return [];
  assert.equal(answer.status, 200, answer.text);
  return (JSON.parse(answer.text) as { data: { id: string }[] }).data.map(({ id }) => id);
}

function fileCount(path: string, ...counts: readonly number[]): Check {
  return async (session) => {
    const { length } = await filesOf(session, path);
    assert.ok(counts.includes(length), `${path} has ${length} files in place of ${counts.join(' or ')}`);
  };
}

export const addToDataset: Plan = async (writer) => {
  const { path } = await writer.make(await dataset(writer));
  const at = `${path}/files`;
  return {
    route: 'POST /datasets/{id}/files',
    changes: [at],
    send: ({ ask }) => ask('POST', at, form({ file: writer.clip })),
    status: 204,
    outcome: () => ({ path: at, check: fileCount(path, 1) }),
    either: fileCount(path, 0, 1),
    isKeyed: true,
  };
};

export const removeFromDataset: Plan = async (writer) => {
  const { path: at } = await writer.make(await addToDataset(writer));
  const path = at.replace(/\/files$/u, '');
  const [id] = await filesOf(writer.session, path);
  return {
    route: 'DELETE /datasets/{id}/files/{fileID}',
    changes: [at],
    send: ({ ask }) => ask('DELETE', `${at}/${id}`),
    status: 204,
    outcome: () => ({ path: at, check: fileCount(path, 0) }),
    either: fileCount(path, 0, 1),
  };
};

export const removeDataset: Plan = async (writer) => {
  const { path: at } = await writer.make(await addToDataset(writer));
  const path = at.replace(/\/files$/u, '');
  const removal = remove('DELETE /datasets/{id}', path, 204, path, fileCount(path, 1));
  // With the dataset its files go.
  return { ...removal, changes: [path, at], outcome: () => ({ path: at, check: (session) => isGone(path)(session) }) };
};

export const train: Plan = async (writer) => {
  const { path: at } = await writer.make(await addToDataset(writer));
  const [, , id] = at.split('/');
  const shown = { name: some(writer), dataset: id! };
  return create({
    route: 'POST /fine-tunes',
    list: '/fine-tunes',
    status: 200,
    body: { ...shown, description: '', language: 'en' },
    shown,
    path: (made) => `/fine-tunes/${made}`,
  });
};

export const removeFineTune: Plan = async (writer) =>
  remove('DELETE /fine-tunes/{id}', await take(writer, 'POST /fine-tunes', train), 204);
