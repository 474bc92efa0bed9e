import assert from 'node:assert/strict';
import { it } from 'node:test';
import { foreignFormat } from './foreign-formats.ts';
import { libavOf, mp3Of, voiceLike, wavOf } from './testing.ts';

/** A frame of AAC with so many bytes. */
function adts(length: number): number[] {
  const frame = new Array<number>(length).fill(0);
  frame.splice(0, 7, 0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 0xff, (length & 7) << 5, 0xfc);
  return frame;
}

const id3 = [...Buffer.from('ID3'), 4, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4, 5];

for (const [what, bytes, format] of [
  ['m4a', Buffer.from('\0\0\0\x1cftypM4A \0\0\x02\0isomiso2'), 'mov'],
  ['an old mov', Buffer.from('\0\0\0\x08wide\0\0\0\0mdat'), 'mov'],
  ['aiff', Buffer.from('FORM\0\0\0\0AIFFCOMM'), 'aiff'],
  ['compressed aiff', Buffer.from('FORM\0\0\0\0AIFCFVER'), 'aiff'],
  ['amr', Buffer.from('#!AMR\n<'), 'amr'],
  ['wma', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), 'asf'],
  ['caf', Buffer.from('caff\0\x01\0\0desc'), 'caf'],
  ['au', Buffer.from('.snd\0\0\0 '), 'au'],
  ['aac', Buffer.from([...adts(40), ...adts(33)]), 'aac'],
  ['aac behind a tag', Buffer.from([...id3, ...adts(40), ...adts(33)]), 'aac'],
  ['one frame of aac', Buffer.from(adts(40)), undefined],
  ['a picture', Buffer.from('FORM\0\0\0\0ILBMBMHD'), undefined],
  ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:6,\nfile:///etc/passwd\n'), undefined],
  ['a list of files', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"), undefined],
  ['nothing', Buffer.alloc(0), undefined],
] as const) {
  it(`by its first bytes, ${what} is ${format === undefined ? 'not for ffmpeg' : `for its reader ${format}`}`, () => {
    assert.equal(foreignFormat(bytes), format);
  });
}

it('what is decoded here is not given to ffmpeg', async () => {
  const samples = voiceLike({ seconds: 1, sampleRate: 24_000, pitch: 130 });
  for (const bytes of [
    wavOf(samples, 24_000),
    await mp3Of(samples, 24_000),
    await libavOf(samples, 24_000, { container: 'flac', encoder: 'flac' }),
  ]) {
    assert.equal(foreignFormat(bytes), undefined);
  }
});
