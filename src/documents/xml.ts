/** XML as events. Entities that a document declares are not expanded. */
import { Parser } from 'htmlparser2';

export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlHandler {
  /** Names without their prefix. */
  open?(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function readXml(source: string, handler: XmlHandler): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        handler.open?.(
          local(name),
          Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value])),
        ),
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => handler.close?.(local(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(source);
  parser.end();
}
