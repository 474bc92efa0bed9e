import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { ModelError } from '../../../model-files/model-error.ts';
import { runs } from '../../../../test/support/property-runs.ts';
import { piperGraph } from '../testing.ts';
import { elementType, GraphBuilder } from '../../../model-files/onnx/graph.ts';
import { inspectModel } from '../../../model-files/onnx/inspect.ts';
import { FieldBudget, MessageWriter, readFields } from '../../../model-files/onnx/protobuf.ts';
import { rewriteModel } from './rewrite.ts';

const model = piperGraph();

function rewritten(file: Uint8Array = model): Uint8Array {
  const summary = inspectModel(file);
  const pieces = rewriteModel(file, {
    metadata: { frontend: 'characters', n_speakers: 2 },
    audio: 'output',
    durations: summary.nodes.find(({ operator }) => operator === 'Ceil')!.outputs[0],
    opset: summary.opset,
  });
  return new Uint8Array(Buffer.concat(pieces));
}

describe('inspecting a model', () => {
  it('tells inputs, outputs, shapes, metadata and operators', () => {
    const graph = new GraphBuilder();
    graph.input('x', elementType.float32, ['n', 3]);
    graph.op('Relu', ['x'], {}, 'y');
    graph.output('y', elementType.float32, ['n', 3]);
    const summary = inspectModel(graph.model({ sample_rate: 22_050, comment: 'piper' }, 15));
    assert.deepEqual(summary.inputs, [{ name: 'x', type: 1, shape: ['n', 3] }]);
    assert.deepEqual(summary.outputs, [{ name: 'y', type: 1, shape: ['n', 3] }]);
    assert.deepEqual(
      [...summary.metadata],
      [
        ['sample_rate', '22050'],
        ['comment', 'piper'],
      ],
    );
    assert.deepEqual(summary.nodes, [{ operator: 'Relu', inputs: ['x'], outputs: ['y'] }]);
    assert.equal(summary.opset, 15);
  });

  it('counts the random operators that stand in branches', () => {
    const body = new MessageWriter().message(1, new MessageWriter().string(2, 'r').string(4, 'RandomNormal'));
    const node = new MessageWriter().string(4, 'If').message(5, new MessageWriter().string(1, 'then').message(6, body));
    const graph = new MessageWriter().message(1, node).message(12, new MessageWriter().string(1, 'y'));
    const summary = inspectModel(new MessageWriter().message(7, graph).toBytes());
    assert.equal(summary.nestedRandom, 1);
    assert.deepEqual([...summary.operators.keys()].sort(), ['If', 'RandomNormal']);
  });

  it('refuses weights in another file', () => {
    const tensor = new MessageWriter().string(8, 'w').int(14, 1);
    const graph = new MessageWriter().message(1, new MessageWriter().string(4, 'Relu')).message(5, tensor);
    assert.throws(
      () => inspectModel(new MessageWriter().message(7, graph).toBytes()),
      /weights in a file of their own/u,
    );
  });
});

describe('hostile model files', () => {
  const cases: readonly (readonly [string, Uint8Array])[] = [
    ['nothing', new Uint8Array(0)],
    ['zeros', new Uint8Array(1000)],
    ['text', new TextEncoder().encode('<!DOCTYPE html><html><body>Not found</body></html>')],
    ['a length beyond the end', Uint8Array.of(0x3a, 0xff, 0xff, 0xff, 0xff, 0x7f)],
    ['a length of 2⁶³', Uint8Array.of(0x3a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01)],
    ['a number without an end', new Uint8Array(100).fill(0xff)],
    ['a group, which no model has', Uint8Array.of(0x3b, 0x3c)],
    ['no graph', new MessageWriter().int(1, 8).toBytes()],
  ];
  for (const [name, file] of cases) {
    it(`are an error, not a loop and not a crash: ${name}`, () => {
      assert.throws(() => inspectModel(file), ModelError);
    });
  }

  it('are an error wherever a model is cut off', () => {
    for (let length = 0; length < model.length; length += 7) {
      assert.throws(() => inspectModel(model.subarray(0, length)), ModelError, `cut at ${length}`);
    }
  });

  it('are read or refused, whichever bytes are wrong', () => {
    const change = fc.record({ at: fc.nat(model.length - 1), byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const file = model.slice();
        for (const { at, byte } of changes) file[at] = byte;
        try {
          inspectModel(file);
        } catch (error) {
          assert.ok(error instanceof ModelError, String(error));
        }
      }),
      runs(500),
    );
  });

  it('do not nest without end', () => {
    let graph = new MessageWriter().message(1, new MessageWriter().string(4, 'Relu'));
    for (let depth = 0; depth < 100; depth++) {
      const attribute = new MessageWriter().string(1, 'body').message(6, graph);
      graph = new MessageWriter().message(1, new MessageWriter().string(4, 'Loop').message(5, attribute));
    }
    assert.throws(() => inspectModel(new MessageWriter().message(7, graph).toBytes()), /too deep/u);
  });

  it('do not keep the reader busy with more parts than a model has', () => {
    const fields = new Uint8Array(2000).fill(0x08);
    assert.throws(() => [...readFields(fields, new FieldBudget(100))], /more parts/u);
  });
});

describe('rewriting a model', () => {
  it('packs audio and durations into one output and replaces metadata and noise', () => {
    const summary = inspectModel(rewritten());
    assert.deepEqual(
      summary.outputs.map(({ name }) => name),
      ['sonorant/packed'],
    );
    assert.deepEqual(
      [...summary.metadata],
      [
        ['frontend', 'characters'],
        ['n_speakers', '2'],
      ],
    );
    assert.deepEqual(
      summary.inputs.map(({ name }) => name),
      ['input', 'input_lengths', 'scales', 'sid'],
    );
    assert.equal(summary.operators.has('RandomNormalLike'), false);
  });

  it('holds the weights as views into the old file, not as copies', () => {
    const graph = new GraphBuilder();
    graph.input('x', elementType.float32, [1]);
    const weights = graph.constant(elementType.float32, [1 << 16], new Float32Array(1 << 16));
    graph.op('Add', ['x', weights], {}, 'output');
    graph.output('output', elementType.float32, [1 << 16]);
    const file = graph.model();
    const pieces = rewriteModel(file, { metadata: {}, audio: 'output', opset: 17 });
    assert.ok(pieces.some((piece) => piece.buffer === file.buffer && piece.length > 1 << 18));
  });
});
