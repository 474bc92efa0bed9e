/** Reads `text/event-stream` as far as servers of OpenAI's shape use it: the data of each event, whatever its name. */

/** Longest line, in UTF-16 units. */
const maxLineLength = 2_000_000;

/** A line that is longer than any that means something. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

/**
 * The data of the events, as many at a time as have come; comments and other fields are passed over. An event that the end of the body
 * cuts off is given too, since some servers leave out the last line break.
 * @throws {LineTooLongError}
 */
export async function* eventData(body: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  const lines = new LineReader();
  let begun: string[] = [];
  const eventsOf = (read: readonly string[]): string[] => {
    const events: string[] = [];
    for (const line of read) {
      if (line.startsWith('data:')) begun.push(line.slice(line[5] === ' ' ? 6 : 5));
      if (line !== '' || begun.length === 0) continue;
      events.push(begun.join('\n'));
      begun = [];
    }
    return events;
  };
  for await (const chunk of body) {
    const events = eventsOf(lines.push(chunk));
    if (events.length > 0) yield events;
  }
  yield eventsOf([lines.end(), '']);
}

/** Every chunk is looked at once, however small it is. */
class LineReader {
  readonly #decoder = new TextDecoder();
  #begun: string[] = [];
  #length = 0;
  #endedInReturn = false;

  /** @returns the lines that it completes */
  push(chunk: Buffer): readonly string[] {
    let text = this.#decoder.decode(chunk, { stream: true });
    if (text === '') return [];
    if (this.#endedInReturn && text.startsWith('\n')) text = text.slice(1);
    this.#endedInReturn = text.endsWith('\r');
    const parts = text.split(/\r\n|[\r\n]/u);
    const last = parts.pop()!;
    const whole = parts.map((part, index) => (index === 0 ? this.#complete(part) : part));
    this.#length += last.length;
    if (this.#length > maxLineLength) throw new LineTooLongError();
    if (last !== '') this.#begun.push(last);
    return whole;
  }

  /** What has no line break behind it. */
  end(): string {
    return this.#complete(this.#decoder.decode());
  }

  #complete(part: string): string {
    const line = this.#begun.join('') + part;
    this.#begun = [];
    this.#length = 0;
    return line;
  }
}
