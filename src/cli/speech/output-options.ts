/** The options of commands that write speech: where it goes, and in which format. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { anySampleRates, bitRates, containers, encodings, type OutputFormat } from '../../audio/formats.ts';
import { showSeconds } from '../duration.ts';
import { CommandError, usageError } from '../errors.ts';
import { refuseTerminal } from './output.ts';
import type { FormatOptions } from './format.ts';

/** As commander reads them. */
export interface OutputOptions extends Omit<FormatOptions, 'output'> {
  readonly output?: string;
  readonly play?: true;
  readonly json?: true;
}

/** @param ownRate what is written when no rate is asked for */
export function addFormatOptions(command: Command, ownRate: string): Command {
  return command
    .option('--format <name>', `${containers.join(', ')} (default: by the file's ending, wav on standard output)`)
    .option('--encoding <name>', `of wav and raw: ${encodings.join(', ')} (default: pcm_s16le)`)
    .option('--sample-rate <hz>', `${anySampleRates.join(', ')} (default: ${ownRate}, or the next that the format has)`)
    .option('--bit-rate <bits per second>', `of mp3 and opus: ${bitRates.join(', ')} (default: 64000, of opus 32000)`);
}

/** `-o` and `--play`. */
export function addOutputOptions(command: Command): Command {
  return command
    .option(
      '-o, --output <file>',
      'where the speech goes, "-" for standard output; the ending .wav, .mp3, .opus, .flac, .raw or .pcm says the format',
    )
    .option('-p, --play', 'play it while it is made');
}

/**
 * @param name of the file where none is named, without its ending; an existing one is not overwritten
 * @returns undefined where it is only played
 * @throws {CommandError} when the audio would go to a terminal, or over an existing file that was not named
 */
export function outputOf({ output, format = 'wav', play, json }: OutputOptions, name: string): string | undefined {
  if (output !== undefined) {
    refuseTerminal(output);
    if (output === '-' && json === true) throw bothWant('--json');
    return output;
  }
  if (play === true) return undefined;
  const file = `${name}.${format.toLowerCase()}`;
  if (existsSync(file)) throw new CommandError(`${file} exists already; name the output with -o`);
  return file;
}

/** @param option that prints */
export function bothWant(option: string): CommandError {
  return usageError(`${option} and the audio both want standard output: name a file with -o`);
}

/** Without a file the format is that of samples. */
export function fileOf(output: string | undefined, { format, encoding, sampleRate, bitRate }: OutputOptions) {
  return {
    output: output ?? '-',
    ...(format !== undefined && { format }),
    ...(encoding !== undefined && { encoding }),
    ...(sampleRate !== undefined && { sampleRate }),
    ...(bitRate !== undefined && { bitRate }),
  } satisfies FormatOptions;
}

export interface MadeAudio {
  readonly output: string | undefined;
  readonly format: OutputFormat;
  readonly seconds: number;
}

/**
 * Says what was made: as JSON where that is asked for, else in a line on standard error where a person reads it.
 * @param more of the JSON
 */
export function reportMade(options: OutputOptions, { output, format, seconds }: MadeAudio, more: object = {}): void {
  if (options.json === true) {
    const what = { file: output ?? null, container: format.container, sample_rate: format.sampleRate };
    // To a millionth: the sum of many pieces is a little off.
    const rounded = Math.round(seconds * 1e6) / 1e6;
    console.log(JSON.stringify({ ...what, seconds: rounded, ...more }, undefined, 2));
  } else if (output !== undefined && (options.output === undefined || (output !== '-' && process.stderr.isTTY))) {
    console.error(`${output}: ${showSeconds(seconds)} of speech, ${describeFormat(format)}`);
  }
}

/** `wav, pcm_s16le at 24000 Hz, mono` */
function describeFormat(format: OutputFormat): string {
  const { container, sampleRate } = format;
  if ('encoding' in format) return `${container}, ${format.encoding} at ${sampleRate} Hz, mono`;
  return `${container}, ${'bitRate' in format ? `${format.bitRate} bit/s at ` : ''}${sampleRate} Hz`;
}
