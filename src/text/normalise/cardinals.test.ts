import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spokenOf } from './index.ts';

describe('cardinal numbers in words', () => {
  for (const [language, cases] of Object.entries({
    th: {
      '0': 'ศูนย์',
      '1': 'หนึ่ง',
      '10': 'สิบ',
      '11': 'สิบเอ็ด',
      '21': 'ยี่สิบเอ็ด',
      '25': 'ยี่สิบห้า',
      '101': 'หนึ่งร้อยเอ็ด',
      '12,345': 'หนึ่งหมื่นสองพันสามร้อยสี่สิบห้า',
      '1,000,000': 'หนึ่งล้าน',
      '21,000,001': 'ยี่สิบเอ็ดล้านเอ็ด',
      '๒๕': 'ยี่สิบห้า',
    },
    tl: {
      '25': '25',
      '999999': '999999',
      '1,000,000': 'isang milyon',
      '5,000,025': '5 milyon 25',
      '2,000,000,000': '2 bilyon',
    },
  })) {
    for (const [digits, words] of Object.entries(cases)) {
      it(`in ${language}: ${digits}`, () => {
        assert.equal(spokenOf([digits], language, 'auto').flat().join(' '), words);
      });
    }
  }
});
