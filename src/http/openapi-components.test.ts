import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tidyComponents } from './openapi-components.ts';

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

function documentOf(paths: unknown, schemas: Readonly<Record<string, unknown>>) {
  return { paths, components: { securitySchemes: { key: {} }, schemas } };
}

const a = { type: 'string', title: 'a' };
const b = { type: 'string', title: 'b' };

describe('the components of an OpenAPI document', () => {
  it('are those that something refers to, directly or through others', () => {
    const { components } = tidyComponents(
      documentOf([ref('Outer')], { Outer: { items: ref('Inner') }, Inner: a, Lost: b, LostInput: ref('Inner') }),
    );
    assert.deepEqual(components, {
      securitySchemes: { key: {} },
      schemas: { Outer: { items: ref('Inner') }, Inner: a },
    });
  });

  it('have their own name where they are only received', () => {
    const document = tidyComponents(
      documentOf([ref('ThingInput')], { Thing: a, ThingInput: { items: ref('PartInput') }, Part: a, PartInput: b }),
    );
    assert.deepEqual(document, documentOf([ref('Thing')], { Thing: { items: ref('Part') }, Part: b }));
  });

  it('come once where what is sent and what is received have one form, and twice where they do not', () => {
    const document = tidyComponents(
      documentOf([ref('Same'), ref('SameInput'), ref('Other'), ref('OtherInput')], {
        Same: a,
        SameInput: a,
        Other: a,
        OtherInput: b,
      }),
    );
    assert.deepEqual(
      document,
      documentOf([ref('Same'), ref('Same'), ref('Other'), ref('OtherInput')], { Same: a, Other: a, OtherInput: b }),
    );
  });
});
