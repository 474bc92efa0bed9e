/**
 * What a model says in place of a sound that it has no symbol for, such as a foreign one: the nearest of those it has, as listeners
 * of its language hear it. A mark that it lacks (length, aspiration, an accent) is left off.
 */
import type { DirectSettings } from './manifest.ts';

/** Behind each sound those that stand for it, the nearest first, each one or more symbols. */
const nearest: Readonly<Partial<Record<string, readonly string[]>>> = Object.fromEntries(
  [
    // Vowels.
    'a ɑ æ ɐ', 'ɑ a ɒ ɐ', 'ɒ ɑ ɔ o', 'æ a ɛ', 'ɐ ə ʌ a', 'ʌ ɐ a ə', 'e ɛ eɪ A', 'ɛ e æ', 'ε ɛ e', 'ɜ ə ɛ e', 'ɝ ɜɹ əɹ ə', 'ɚ əɹ ɜ ə', 'ɘ ə ɪ',
    'ɞ ɜ ə', 'ə ɐ ʌ ɜ e', 'ᵊ ə', 'ᵻ ɪ i', 'ɨ ɪ i', 'ɪ i', 'i ɪ', 'y ʏ u i', 'ʏ y ʊ ɪ', 'ø œ ɜ ə e', 'œ ø ɜ ə ɛ', 'ɶ œ a ɑ', 'ɔ o ɒ ɑ',
    'o ɔ oʊ O', 'ɵ ʊ o ə', 'ɤ ʌ o ə', 'ʊ u', 'u ʊ', 'ʉ u ʊ', 'ɯ u ʊ', 'A eɪ e ɛ', 'I aɪ a', 'O oʊ o ɔ', 'Q əʊ oʊ o', 'W aʊ a', 'Y ɔɪ ɔ',
    // Stops and affricates.
    'ɡ g k', 'g ɡ k', 'q k', 'ɢ ɡ g', 'c k', 'ɟ ɡ g', 'ʈ t', 'ɖ d', 'ɓ b', 'ɗ d', 'ɠ ɡ g', 'ʧ tʃ', 'ʤ dʒ', 'ʦ ts', 'ʣ dz', 'ʔ t', 'ʕ ʔ h',
    // Nasals and what is like l and r.
    'ɲ nj n', 'ŋ n', 'ɴ ŋ n', 'ɳ n', 'ɱ m', 'ʎ lj l', 'ɫ l', 'ɭ l', 'ʟ l', 'ɬ l', 'ɮ l', 'ɺ l ɾ', 'r ɹ ɾ ʁ', 'ɹ r ɾ', 'ɾ r ɹ d', 'ɽ ɾ r ɹ',
    'ɻ ɹ r', 'ʁ r ɹ', 'ʀ ʁ r ɹ', 'ʙ b',
    // Fricatives and glides.
    'x χ h k', 'χ x h k', 'ç ʃ x h', 'ɕ ʃ s', 'ʑ ʒ z', 'ʂ ʃ s', 'ʐ ʒ z', 'ʃ s', 'ʒ z ʃ', 'z s', 'ɣ ɡ g', 'ɦ h', 'ħ h', 'h x', 'θ t s',
    'ð d z', 'β v b', 'ɸ f', 'ʋ v w', 'v ʋ w f', 'w v u', 'ʍ w', 'ɥ j w', 'ɰ w ɡ', 'ʝ j', 'j i', 'ɧ ʃ x',
  ].map((entry) => {
    const [sound, ...others] = entry.split(' ');
    return [sound!, others];
  }),
); // prettier-ignore

/** Stress, length, aspiration, palatalisation and accents: the sound is heard without them. Tones are none: they make another word. */
const mark = /^[\p{Mn}ˈˌːˑʰʱʲʷˠˤˀ‿'-]$/u;

/**
 * The symbols that a model says a symbol with: itself, the nearest ones, or none for a mark that it lacks. Undefined where it has
 * nothing that is near.
 */
export function nearestSymbols(symbol: string, ids: DirectSettings['ids']): readonly string[] | undefined {
  if (ids[symbol] !== undefined) return [symbol];
  const found = nearest[symbol]
    ?.map((each) => Array.from(each))
    .find((each) => each.every((one) => ids[one] !== undefined));
  if (found !== undefined) return found;
  const [letter = '', ...accents] = symbol.normalize('NFD');
  if (accents.length > 0) return nearestSymbols(letter, ids);
  return mark.test(symbol) ? [] : undefined;
}
