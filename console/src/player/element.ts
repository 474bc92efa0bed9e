/**
 * `<sonorant-player>`: reads the page that it stands in aloud and lights the word that is heard. One script without dependencies, which
 * needs of the content security policy of a page only its server in `script-src` and `connect-src`.
 */
import { paragraphsOf, type Paragraph } from './page-text.ts';
import { Reading, type HeardWord, type ReadingPosition } from './reading.ts';

const source = document.currentScript as HTMLScriptElement | null;
const defaultVoice = 'a0e99841-438c-4a64-b679-ae501e7d6091';
const speeds = [0.8, 1, 1.2, 1.5] as const;
const highlight = 'sonorant-word';

const style = `:host{display:inline-flex;flex-wrap:wrap;gap:.5rem;align-items:center;font:1rem/1.4 system-ui,sans-serif}:host([hidden]),p:empty{display:none}
button{font:inherit;color:inherit;background:none;border:1px solid;border-radius:.5rem;padding:.4rem .8rem;min-height:2.5rem}
button:focus-visible{outline:3px solid;outline-offset:2px}button[disabled]{opacity:.6}p{margin:0;flex-basis:100%}`;

class Player extends HTMLElement {
  readonly #play = document.createElement('button');
  readonly #stop = document.createElement('button');
  readonly #speed = document.createElement('button');
  readonly #problem = document.createElement('p');
  #speedAt = 1;
  #reading: Reading | undefined;
  #paragraphs: readonly Paragraph[] = [];
  #lit: HeardWord | undefined;
  #frame = 0;
  readonly #onClick = (event: MouseEvent): void => this.#readFrom(event);

  connectedCallback(): void {
    if (this.shadowRoot === null) this.#build();
    document.addEventListener('click', this.#onClick);
    this.#show();
  }

  disconnectedCallback(): void {
    document.removeEventListener('click', this.#onClick);
    this.#end();
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheetOf(style)];
    this.#problem.setAttribute('role', 'alert');
    this.#play.addEventListener('click', () => this.#toggle());
    this.#stop.textContent = 'Stop';
    this.#stop.addEventListener('click', () => this.#end());
    this.#speed.addEventListener('click', () => this.#changeSpeed());
    root.append(this.#play, this.#stop, this.#speed, this.#problem);
  }

  #show(): void {
    const isReading = this.#reading !== undefined;
    this.#play.textContent = !isReading
      ? (this.getAttribute('label') ?? 'Listen')
      : this.#reading!.isPaused
        ? 'Go on'
        : 'Pause';
    this.#stop.disabled = !isReading;
    this.#speed.textContent = `Speed ${speeds[this.#speedAt]!}`;
  }

  #toggle(): void {
    const reading = this.#reading;
    if (reading === undefined) return this.#read({ paragraph: 0, character: 0 });
    void (reading.isPaused ? reading.resume() : reading.pause()).then(() => this.#show());
  }

  #changeSpeed(): void {
    this.#speedAt = (this.#speedAt + 1) % speeds.length;
    const word = this.#reading?.word;
    if (this.#reading !== undefined) this.#read({ paragraph: word?.paragraph ?? 0, character: word?.from ?? 0 });
    this.#show();
  }

  /** What is to be read: the element that `for` names, else the article or the main part around this one, else the page. */
  #target(): Element | null {
    const selector = this.getAttribute('for');
    if (selector !== null) return document.querySelector(selector);
    return this.closest('article,main') ?? document.querySelector('main') ?? document.body;
  }

  #read(position: ReadingPosition): void {
    this.#end();
    this.#problem.textContent = '';
    const target = this.#target();
    this.#paragraphs = target === null ? [] : paragraphsOf(target);
    const token = this.getAttribute('token') ?? '';
    if (token === '') return this.#fail('The player has no token.');
    if (this.#paragraphs.length === 0) return this.#fail('There is nothing to read here.');
    const reading = new Reading({
      paragraphs: this.#paragraphs,
      request: {
        server: (this.getAttribute('server') ?? (source === null ? '' : new URL('.', source.src).href)).replace(
          /\/$/,
          '',
        ),
        token,
        voice: this.getAttribute('voice') ?? defaultVoice,
        model: this.getAttribute('model') ?? 'sonorant-1',
        language: this.getAttribute('language'),
        speed: speeds[this.#speedAt]!,
      },
      onEnd: () => this.#end(),
      onProblem: (message) => {
        this.#end();
        this.#fail(message);
      },
    });
    this.#reading = reading;
    void reading.run(position);
    this.#follow();
    this.#show();
  }

  #fail(message: string): void {
    this.#problem.textContent = message;
    this.dispatchEvent(new CustomEvent('problem', { detail: message, bubbles: true, composed: true }));
  }

  #end(): void {
    cancelAnimationFrame(this.#frame);
    this.#reading?.stop();
    this.#reading = undefined;
    this.#light(undefined);
    this.#show();
  }

  readonly #follow = (): void => {
    const word = this.#reading?.word;
    if (word !== this.#lit) this.#light(word);
    this.#frame = requestAnimationFrame(this.#follow);
  };

  #light(word: HeardWord | undefined): void {
    this.#lit = word;
    // Older browsers read aloud and light nothing.
    const highlights = 'highlights' in CSS ? CSS.highlights : undefined;
    highlights?.delete(highlight);
    if (word === undefined) return;
    const range = this.#paragraphs[word.paragraph]!.range(word.from, word.to);
    highlights?.set(highlight, new Highlight(range));
    this.dispatchEvent(new CustomEvent('word', { detail: range.toString(), bubbles: true, composed: true }));
    const { top, bottom } = range.getBoundingClientRect();
    if (this.#reading!.isPaused || (top >= 0 && bottom <= innerHeight)) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior });
  }

  /** While it reads, a click on a word reads from there. */
  #readFrom({ clientX, clientY, target }: MouseEvent): void {
    if (this.#reading === undefined || String(getSelection()) !== '') return;
    if (target instanceof Element && target.closest('a,button,input,select,textarea,label,summary') !== null) return;
    const place = caretAt(clientX, clientY);
    if (place === undefined) return;
    for (const [paragraph, each] of this.#paragraphs.entries()) {
      const character = each.at(place.node, place.offset);
      if (character === undefined) continue;
      return this.#read({ paragraph, character: each.text.lastIndexOf(' ', character) + 1 });
    }
  }
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** The place in the text under a point of the window; undefined in browsers that cannot tell. */
function caretAt(x: number, y: number): { readonly node: Node; readonly offset: number } | undefined {
  const caret = 'caretPositionFromPoint' in document ? document.caretPositionFromPoint(x, y) : null;
  return caret === null ? undefined : { node: caret.offsetNode, offset: caret.offset };
}

if (customElements.get('sonorant-player') === undefined) {
  document.adoptedStyleSheets.push(sheetOf(`::highlight(${highlight}) { background: #ffd54a; color: #111; }`));
  customElements.define('sonorant-player', Player);
}
