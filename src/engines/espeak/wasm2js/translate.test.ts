import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileFunction } from 'node:vm';
import fc from 'fast-check';
import { runs } from '../../../../test/support/property-runs.ts';
import { fixedMemory, webAssembly } from '../../../audio/webassembly.ts';
import { translate } from './translate.ts';

/** As the scripts of `wasm2js` begin: the views of the memory, functions of `Math`, variables, functions that are not translated. */
const head =
  'var G=new Int8Array(F);var H=new Int16Array(F);var I=new Int32Array(F);var J=new Uint8Array(F);var K=new Uint16Array(F);' +
  'var L=new Uint32Array(F);var N=new Float64Array(F);var O=Math.imul;var Q=Math.abs;var U=Math.floor;var X=Math.sqrt;' +
  'var ra=1e3;var ua=0;function half(a){return a/2}function seven(){return 7}function triple(a){a=a|0;return O(a,3)}' +
  'var va=[null,triple,seven];';

const options = { entry: 'run', helpers: ['helper'], ofDoubles: ['half'], registers: ['ua'] };
const helper = 'function helper(a,b){ua=a^b;return a-b|0}';

type Run = (a: number, b: number) => number;

/** The function as the script has it and as WebAssembly, each with a memory of its own that holds the same. */
function both(
  body: string,
): readonly { readonly run: Run; readonly bytes: Uint8Array; readonly variable: () => number }[] {
  const script = `${head}${helper}function run(a,b){${body}}`;
  const { module, imports } = translate(script, options);
  const given = [...imports].map(([name, expression]) => `${JSON.stringify(name)}:${expression}`).join();
  return [false, true].map((isTranslated) => {
    const memory = fixedMemory(1);
    new Uint8Array(memory.buffer).forEach((_, index, bytes) => (bytes[index] = (index * 37) % 251));
    const link = (functions: object): unknown =>
      new webAssembly.Instance(module, { host: { memory, ...functions } }).exports.run;
    const text = `${script}return [${isTranslated ? `link({${given}})` : 'run'},()=>ra]`;
    const make = compileFunction(text, ['F', 'link']) as (
      buffer: ArrayBuffer,
      link: (functions: object) => unknown,
    ) => readonly [Run, () => number];
    const [run, variable] = make(memory.buffer, link);
    return { run, variable, bytes: new Uint8Array(memory.buffer) };
  });
}

const integer = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer(), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1));

const bodies: Readonly<Record<string, string>> = {
  'sums, products and bits': 'var c=0;c=(O(a,b)+a|0)^b-(a<<3)+(b>>2)+(a>>>5|0)&-16|255;return (c|0)!=(a|0)?c:-72',
  'comparisons with and without a sign':
    'return ((a|0)<(b|0))|((a|0)<=(b|0))<<1|((a|0)>(b|0))<<2|((a|0)>=(b|0))<<3|(a>>>0<b>>>0)<<4|(a>>>0<=b>>>0)<<5|' +
    '(a>>>0>b>>>0)<<6|(a>>>0>=b>>>0)<<7|(a>>>0<2147483649)<<8|((a|0)==(b|0))<<9|!a<<10',
  'division and remainder, also by 0':
    'var c=0;c=(b|0)==-1?2:b;return ((a|0)/(c|0)|0)^((a|0)%(c|0)|0)^((a>>>0)/(c>>>0)>>>0)^((a>>>0)%(c>>>0)>>>0)^((a|0)/-7|0)',
  'numbers of all sizes in the memory':
    'var c=0,d=0;c=a&1016;d=b&1016;G[c|0]=b;H[c+2>>1]=b;I[d+8>>2]=O(a,b);G[d+1|0]=a>>>8;' +
    'return (G[d|0]+J[c+1|0]|0)+(H[c>>1]-K[d+2>>1]|0)+I[c+4>>2]^(L[d>>2]>K[3]>>>0)+I[5]',
  doubles:
    'var c=0,d=0,e=0,f=0;c=+(a|0);d=+(b>>>0)*.5;e=half(Q(c)+1);N[(a&504)>>3]=0;N[(b&504)+8>>3]=c*d-e/3+U(c*.25)+X(e);' +
    'f=c<d?e:-e;if(Q(f)<2147483648){a=~~f}else{a=-2147483648}return a',
  'doubles of integers and of choices':
    'var c=0,d=0,e=0;d=J[a&255];N[1]=J[b&255];e=(a|0)>3?+H[4]:2;N[2]=e-1;N[3]=(+(d|0)+-.5)*65536;c=(N[2]>=N[3])+(N[2]==e)|0;' +
    'return c',
  'blocks, loops and jumps':
    'var c=0,d=0;a:{if((a|0)<0){break a}b:while(1){c=c+1|0;d=0;while((d|0)<4){d=d+1|0;if((c+d|0)==(b&7)){continue b}' +
    'if((c|0)>9){break a}if((d|0)==3){break}}c:{c=c+1|0;if((c&3)==1){break c}if((c|0)>6){break}}if((c|0)<=20){continue}break}c=c+100|0}return c',
  'choices between numbers':
    'var c=0;a:{b:{switch((a&15)-2|0){case 0:c=1;case 3:c=c+b|0;break;case 1:break b;default:c=5;break a;case 12:c=c+9|0}' +
    'c=c+1000|0;break a}c=0-c|0}switch(b|0){case -3:return 3;case 2:c=c^1}return c',
  'what is stored and used':
    'var c=0,d=0,e=0,f=0;c=d=a;I[8]=I[9]=b;d=G[7]=a;e=N[2]=+(b|0);f=40,I[f>>2]=c;return (c+d|0)+(e<0)+(I[8]^I[9])|0',
  calls:
    'var c=0,d=0;c=helper(a,b);d=ua;c=c+helper(d,triple(a))|0;seven();d=ra-16|0;ra=d;c=(va[1](b)|0)+(va[2]()|0)+c|0;return c+d|0',
  'bytes beyond the memory': 'return O(J[a|0],3)+(G[b|0]<<8)+(J[(a&65535)+65530|0]|1)|0',
  nothing: 'var c=1;if(a){}else{c=2}I[0]=c',
};

describe('a function that wasm2js wrote', () => {
  for (const [title, body] of Object.entries(bodies)) {
    it(`does as WebAssembly what it does in the script: ${title}`, () => {
      const [script, translated] = both(body);
      fc.assert(
        fc.property(integer, integer, (a, b) => {
          assert.equal(translated!.run(a, b) | 0, script!.run(a, b) | 0);
          assert.equal(translated!.variable(), script!.variable());
          assert.deepEqual(translated!.bytes, script!.bytes);
        }),
        runs(),
      );
    });
  }

  it('is refused where it is not known what it does, or how a number counts', () => {
    for (const body of [
      'return a<b',
      'return N[1]',
      'return I[a]',
      'return G.length',
      'return (a|0)<(b>>>0)',
      'for(;;){}',
      'return a&&b',
      'var c=0;c+=a;return c',
      'switch(a|0){case 0:break;case 5e3:break}return 0',
      'return Math.max(a,b)',
    ]) {
      assert.throws(() => translate(`${head}${helper}function run(a,b){${body}}`, options), /unknown/, body);
    }
    assert.throws(() => translate(head, options), /does not have one function run/);
  });
});
