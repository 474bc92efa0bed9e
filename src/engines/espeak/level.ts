import type { EngineVoice } from '../adapter.ts';
import { levels, measuredVariants, otherVariants } from './levels.ts';

/** Place of the plain voice in a row of {@link levels}. */
const plain = 0;
/** The file by which variants are compared that were not measured with each file. */
const commonFile = 'en-us';

/**
 * How loud a voice is with a language file, in LUFS at volume 1. Measured for every file with every variant that a voice
 * has; the other variants with one file, from which the others differ as the plain voice does. A level of the voice's own was measured with the voice's own file; with another one it differs likewise.
 * @param file a key of `voiceFiles`
 */
export function levelOf(file: string, { name, variant, level }: EngineVoice): number | undefined {
  const row = levels[file];
  if (row === undefined) return undefined;
  if (level !== undefined) return level + row[plain]! - (levels[name]?.[plain] ?? row[plain]!);
  const column = measuredVariants.indexOf(variant ?? '');
  if (column >= 0) return row[column];
  const common = otherVariants[variant!];
  return common === undefined ? undefined : common + row[plain]! - levels[commonFile]![plain]!;
}
