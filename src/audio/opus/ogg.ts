/** The Ogg container (RFC 3533) with one logical stream, page by page. */

/** Every stream has the same serial number, which is unique in a file of one stream: the same audio gives the same bytes. */
const serialNumber = 0x536f_6e6f;

const flags = { first: 2, last: 4 } as const;
const headerBytes = 27;
/** A page holds at most so many pieces of packets, each of at most 255 bytes. */
const maxPieces = 255;

/** Gives pages, in order. */
export interface OggPages {
  /**
   * A page of whole packets.
   * @param granule samples of the stream up to the end of the page, in the units of its codec
   * @param place   of the page in the stream; between its ends when absent
   * @throws {RangeError} for more than a page holds: 255 pieces of packets, of 255 bytes each
   */
  page(packets: readonly Uint8Array[], granule: number, place?: keyof typeof flags): Uint8Array;
}

/** The pages of one stream. */
export function createOggPages(): OggPages {
  let sequence = 0;
  return {
    page(packets, granule, place) {
      // The last piece of a packet is shorter than 255 bytes, if need be empty: so a reader finds where it ends.
      const pieces = packets.flatMap(({ length }) => [
        ...new Array<number>(Math.floor(length / 255)).fill(255),
        length % 255,
      ]);
      if (pieces.length > maxPieces) throw new RangeError(`${packets.length} packets are too much for an Ogg page`);
      const bodyBytes = packets.reduce((sum, { length }) => sum + length, 0);
      const page = new Uint8Array(headerBytes + pieces.length + bodyBytes);
      const view = new DataView(page.buffer);
      page.set(Buffer.from('OggS'));
      view.setUint8(5, place === undefined ? 0 : flags[place]);
      view.setBigUint64(6, BigInt(granule), true);
      view.setUint32(14, serialNumber, true);
      view.setUint32(18, sequence++, true);
      view.setUint8(26, pieces.length);
      page.set(pieces, headerBytes);
      let at = headerBytes + pieces.length;
      for (const packet of packets) {
        page.set(packet, at);
        at += packet.length;
      }
      view.setUint32(22, checksum(page), true);
      return page;
    },
  };
}

/** CRC-32 with the generator polynomial 04c11db7, most significant bit first, starting from 0. */
const checksumTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let register = index << 24;
  for (let bit = 0; bit < 8; bit++) register = (register << 1) ^ (register < 0 ? 0x04c1_1db7 : 0);
  return register;
});

function checksum(page: Uint8Array): number {
  let register = 0;
  for (const byte of page) register = (register << 8) ^ checksumTable[(register >>> 24) ^ byte]!;
  return register >>> 0;
}
