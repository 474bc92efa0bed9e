/** Readings in English that once misled, each with its neighbours that are meant otherwise. How words sound is tested by the tables of cases. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialReaderState, readSegments } from '../../reader.ts';

function spoken(text: string): string {
  return readSegments(text, initialReaderState, { language: 'en', normalization: 'auto', generationConfig: {} })
    .segments.flatMap(({ tokens }) => tokens.flatMap((token) => token.spoken))
    .join(' ');
}

const rows: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'letters behind numbers': [
    ['Seat 12A and seat 14B', 'Seat twelve A and seat fourteen B'],
    ["I'm in 12A, you are in 14B.", "I'm in twelve A, you are in fourteen B."],
    ['platform 2M', 'platform two M'],
    ['Class 8B', 'Class eight B'],
    ['row 9L', 'row nine L'],
    ['Form 1040A', 'Form ten forty A'],
    ['Rm 3B', 'room three B'],
    ['My seat is 12B.', 'My seat is twelve B.'],
    ['Seats 12A and 14B', 'Seats twelve A and fourteen B'],
    ['No. 12A', 'number twelve A'],
    ['I have seat 12A and my friend has 12B.', 'I have seat twelve A and my friend has twelve B.'],
    ['The budget is 50M.', 'The budget is fifty million.'],
    ['Sales fell from 12M to 9M.', 'Sales fell from twelve million to nine million.'],
    ['Revenue was 4B in 2021.', 'Revenue was four billion in twenty twenty one.'],
    ['The valuation is 2B.', 'The valuation is two billion.'],
    ['The phone charges at 3A.', 'The phone charges at three amps.'],
    ['It released 500J.', 'It released five hundred joules.'],
    ['on the table 2L of water', 'on the table two liters of water'],
    ['line 400V', 'line four hundred volts'],
    ['a 10A fuse', 'a ten amp fuse'],
    ['12A fuses', 'twelve amps fuses'],
    ['a current of 10A', 'a current of ten amps'],
    ['a 5V 2A charger', 'a five volts two amp charger'],
    ['3.5M views', 'three point five million views'],
    ['5M users', 'five million users'],
    ['a population of 67M', 'a population of sixty seven million'],
    ['7B parameters', 'seven billion parameters'],
    ['2.5B', 'two point five billion'],
    ['512B', 'five hundred twelve bytes'],
    ['Add 2L of water', 'Add two liters of water'],
    ['a 60W bulb', 'a sixty watt bulb'],
    ['5J of energy', 'five joules of energy'],
    ['Room 100', 'Room one hundred'],
    ['table 105', 'table one hundred five'],
  ],
  'dates and fractions': [
    ['From 10/15 to 10/31', 'From October fifteenth to October thirty first'],
    ['Between 9/1 and 9/30', 'Between September first and September thirtieth'],
    ['Sale ends 11/30!', 'Sale ends November thirtieth!'],
    ['Friday 5/14 or Monday 5/15', 'Friday May fourteenth or Monday May fifteenth'],
    ['On 3/4 and 3/5', 'On March fourth and March fifth'],
    ['from 1/2 to 3/4 mile', 'from one half to three quarters mile'],
    ['between 1/2 and 3/4 of the people', 'between one half and three quarters of the people'],
    ['2/3 and 3/4', 'two thirds and three quarters'],
    ['available 3/4 of the time', 'available three quarters of the time'],
    ['5/9', 'five ninths'],
    ['a 1/25 second exposure', 'a one twenty fifth second exposure'],
    ['blood pressure is 12/8', 'blood pressure is twelve over eight'],
    ['5/16 wrench', 'five sixteenths wrench'],
    ['1/30 of a second', 'one thirtieth of a second'],
    ['9/11 and 24/7', 'nine eleven and twenty four seven'],
    ['exp 09/27', 'exp oh nine twenty seven'],
    ['Week of 3/4', 'Week of March fourth'],
  ],
  'days before times': [
    ['Wed 5/14', 'Wednesday May fourteenth'],
    ['Sat 3/4 of the way', 'Sat three quarters of the way'],
    ['Sat 9-1, Fri 5pm', 'Saturday nine to one, Friday five P M'],
    ['Sat 2 exams', 'Sat two exams'],
    ['Sun 12 planets', 'Sun twelve planets'],
    ['The Sun 5-4 ruling', 'The Sun five to four ruling'],
    ['He sat 9-5', 'He sat nine to five'],
  ],
  marks: [
    [
      'He scored 9/10 on one and 85/100 on the other',
      'He scored nine out of ten on one and eighty five out of one hundred on the other',
    ],
    ['He got 9/10 and 18/20', 'He got nine out of ten and eighteen out of twenty'],
    ['rated 7/10', 'rated seven out of ten'],
    ["I'd give it an 8/10", "I'd give it an eight out of ten"],
    ['9/10 of the people', 'nine tenths of the people'],
    ['gave 1/10 of his income', 'gave one tenth of his income'],
    ['7/10 and 9/10', 'seven tenths and nine tenths'],
  ],
  'seconds and decades': [
    ['Set the timeout to 30s', 'Set the timeout to thirty seconds'],
    ['Wait 60s', 'Wait sixty seconds'],
    ['Rest for 30s', 'Rest for thirty seconds'],
    ['90s', 'ninety seconds'],
    ['the 90s', 'the nineties'],
    ['80s music', 'eighties music'],
    ['in her 30s', 'in her thirties'],
    ["in Sarah's 30s", "in Sarah's thirties"],
    ['80s and 90s', 'eighties and nineties'],
    ['60s, 70s and 80s music', 'sixties, seventies and eighties music'],
    ['the 60s and 70s', 'the sixties and seventies'],
    ['wait 30s and 60s', 'wait thirty seconds and sixty seconds'],
    ['in the high 70s', 'in the high seventies'],
    ['1980s, 90s', 'nineteen eighties, nineties'],
    ["'60s", 'sixties'],
    ['mid-30s', 'mid thirties'],
  ],
  'counts for a sum': [
    ['2/$10, 3/$5', 'two for ten dollars, three for five dollars'],
    ['$5/kg', 'five dollars per kilogram'],
    ['$10-20', 'ten to twenty dollars'],
  ],
  formulas: [
    ['x^2 - 3x + 2', 'X squared minus three X plus two'],
    ['x² - 3x', 'X squared minus three X'],
    ['5 - 3', 'five minus three'],
    ['a * b', 'a times b'],
  ],
  'the star key': [
    ['Press * to go back, press # to repeat', 'Press star to go back, press hash to repeat'],
    ['Dial *67.', 'Dial star sixty seven.'],
    ['Enter *.', 'Enter star.'],
    ['the * key', 'the star key'],
    ['key * value', 'key value'],
    ['* Item one', 'Item one'],
    ['3 * 4', 'three times four'],
    ['terms apply *', 'terms apply'],
    ['*67*', 'sixty seven'],
  ],
};

for (const [name, cases] of Object.entries(rows)) {
  describe(`English, ${name}`, () => {
    for (const [text, words] of cases) it(text, () => assert.equal(spoken(text), words));
  });
}
