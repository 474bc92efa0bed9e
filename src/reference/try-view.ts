/** The form below an operation that sends its request through the session of the console. */
import { anchorOf } from './families.ts';
import { examples } from './examples/index.ts';
import { isFrom, isUnique, type Example, type FromAnswer, type Value } from './examples/example.ts';
import { permissionsFor } from '../http/index.ts';
import { html, slug, type Html, type Part } from './html.ts';
import type { ListedOperation } from './openapi-document.ts';

/** Where the newest object is found that an example would make; other routes that make one have a list at the same path. */
const lists: Readonly<Record<string, string>> = {
  'POST /voices/clone': 'GET /voices?is_owner=true',
  'PATCH /voices/{id}/accents': 'GET /voices?is_owner=true',
  'POST /invitations/accept': 'GET /organizations/users',
};

/** A path whose answer has the value, and where in it. */
interface Filling {
  readonly path: string;
  readonly member: string;
}

/** What the page puts in place of `{{name}}`. */
function token({ variable, member }: FromAnswer): string {
  return `{{${variable}.${member}}}`;
}

function fillingOf({ from, member }: FromAnswer): Filling | undefined {
  const name = /\w+$/.exec(member)![0];
  if (name !== 'id') return undefined;
  const [method = '', path = ''] = (lists[from] ?? from.replace('POST ', 'GET ')).split(' ');
  if (method !== 'GET') return undefined;
  return { path, member: member.includes('[') && method === from.split(' ')[0] ? member : 'data[0].id' };
}

function shown(value: Value): unknown {
  if (isFrom(value)) return token(value);
  if (isUnique(value)) return value.unique.replace('.*', '');
  if (Array.isArray(value)) return (value as readonly Value[]).map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value as Readonly<Record<string, Value>>).map(([k, v]) => [k, shown(v)]));
}

function collect(value: Value | undefined): FromAnswer[] {
  if (isFrom(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner: Value) => collect(inner));
}

function fillings({ params = {}, body }: Example): Record<string, Filling> {
  const values = [...Object.values(params).flatMap(collect), ...collect(body)];
  return Object.fromEntries(
    values.flatMap((value) => {
      const filling = fillingOf(value);
      return filling === undefined ? [] : [[token(value), filling]];
    }),
  );
}

function field(id: string, label: string, control: (id: string) => Part): Html {
  return html`<div class="field"><label for="${id}">${label}</label>${control(id)}</div>`;
}

function textField(id: string, kind: string, name: string, value: string, isRequired: boolean): Html {
  return field(
    id,
    name,
    (at) =>
      html`<input
        id="${at}"
        data-kind="${kind}"
        name="${name}"
        value="${value}"
        autocomplete="off"
        spellcheck="false"
        ${isRequired && html` required`}
      />`,
  );
}

/** @returns nothing where no request can be sent by a form: a WebSocket, and a route that is closed to sessions of the console */
export function tryView(listed: ListedOperation): Html | undefined {
  const { method, path, operation } = listed;
  const example = examples[`${method} ${path}`] ?? {};
  const isPublic = (operation.security ?? []).length === 0;
  const isOpen = isPublic || permissionsFor(method, path.replaceAll(/\{(\w+)\}/g, ':$1')) !== undefined;
  if (!isOpen || '101' in operation.responses) return undefined;
  const anchor = `try-${anchorOf(listed)}`;
  const id = (kind: string, name: string): string => slug(`${anchor} ${kind} ${name}`);
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'path' || one.in === 'query');
  const types = Object.keys(operation.requestBody?.content ?? {});
  return html`<details class="try">
    <summary>Try it</summary>
    <form
      hidden
      data-method="${method}"
      data-path="${path}"
      data-public="${String(isPublic)}"
      data-fill="${JSON.stringify(fillings(example))}"
    >
      <p class="session quiet" role="status"></p>
      ${parameters.map(({ name, in: place }) => {
        const given = place === 'path' ? example.params?.[name] : example.query?.[name];
        const value = given === undefined ? '' : typeof given === 'string' ? given : token(given);
        return textField(id(place, name), place, name, value, place === 'path');
      })}
      ${types.includes('multipart/form-data') ? formFields(example, (name) => id('form', name)) : types.length > 0 && bodyField(example, id('body', ''))}
      <p><button type="submit">Send</button> <button type="button" class="stop" hidden>Stop</button></p>
      <div class="outcome" role="status"></div>
    </form>
    <p class="unscripted">The form needs JavaScript.</p>
  </details>`;
}

function bodyField({ body = {} }: Example, id: string): Html {
  const text = JSON.stringify(shown(body), undefined, 2);
  return field(
    id,
    'Body',
    (at) =>
      html`<textarea id="${at}" data-kind="body" rows="${Math.min(text.split('\n').length + 1, 16)}" spellcheck="false">
${text}</textarea>`,
  );
}

function formFields({ form = {} }: Example, id: (name: string) => string): Html[] {
  return Object.entries(form).map(([name, value]) =>
    typeof value !== 'string'
      ? field(id(name), name, (at) => html`<input id="${at}" type="file" data-kind="file" name="${name}" required />`)
      : textField(id(name), 'form', name, value, false),
  );
}
