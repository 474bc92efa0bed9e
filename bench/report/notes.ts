/**
 * What the time goes into where an aim is missed, found by profiles (`--profile`). A note is printed only when its row
 * misses its aim, so it may stand here after the reason is gone.
 */
export const notes: readonly { readonly row: RegExp; readonly note: string }[] = [
  {
    row: /^throughput\.espeak/,
    note: 'By a profile of the workers with the masculine voice and short requests (`--profile`), two thirds of their time are the engine; the limiter takes 5 %, messages, garbage and the engine’s adapter 4 % each, the resampler’s copies and rounding to 16 bits 2 % each. The rest is the wait for the next segment, and the main thread and the load generator, which share caches and memory with the workers.',
  },
  {
    row: /^throughput\.\w+\.2/,
    note: 'With as many workers as cores, the main thread and the load generator take 0.2 to 0.3 cores from the workers, which the bare engine times two does not have to share.',
  },
  {
    row: /^short-requests\.\w+$/,
    note: 'By a profile, two thirds of a worker’s time are the engine itself, the rest the limiter, messages, garbage and copies; what the command loses is the start of a process. Beside the workers, the main thread takes some 2.5 ms of a request: reading the text an eighth of it, garbage, messages and writing to the socket a tenth each.',
  },
  {
    row: /^first-audio\.espeak\.1$/,
    note: 'One text every few seconds finds two sleeping threads and cold caches; with 100 streams the median is lower.',
  },
  { row: /^streams\.espeak\.1/, note: 'The aim is one for two cores; one worker uses one of them.' },
  {
    row: /^conversation\.(crowd\.)?clear$/,
    note: 'Sentences that begin with a hiss or a stop (“She”, “Turn”) are sure to be a voice only with their vowel, up to 200 ms behind their first sound; to be sure sooner lets bursts of noise silence the agent. The row below parts that from the rest.',
  },
  {
    row: /^conversation\.crowd\.(gaps|history)$/,
    note: 'Fifty conversations take the main thread 0.3 of a core, so that these figures are those of a machine that does something else meanwhile: in such a run the longest gaps of its event loop, of up to two seconds on the clock, had a tenth of that in processor time.',
  },
  {
    row: /^recognizer\.batch\.time/,
    note: 'What is done once for each file (a request, the file on disk, the cut into pieces of speech by the detectors) stands beside some 0.4 s of hearing.',
  },
  {
    row: /^memory\.growth/,
    note: 'V8 lets the space for short-lived objects grow. It is bounded in the workers and by the start command; what is left is the heap of the main thread and the fragments of the allocator.',
  },
  {
    row: /^recordings\.speed\.5$/,
    note: 'What is measured of the clip and changed on trial before the first audio is as long as the clip itself.',
  },
  {
    row: /^recordings\.first/,
    note: 'Ten seconds of the clip are measured, and four of them changed on trial, before the first audio; that is the same for every length. What grows with it is the reading of the upload, and a look at a tenth of the samples for their level.',
  },
  {
    row: /^recordings\.memory/,
    note: 'The bytes of the upload stand in memory; of the samples only a window of 15 s does.',
  },
  {
    row: /^recordings\.infill\.neural:bench\.twice$/,
    note: 'How fast a neural voice speaks is not known: it is heard in a first rendering, and the text is spoken anew where it is off by 15 %.',
  },
  {
    row: /^recordings\.infill/,
    note: 'Both recordings are uploaded, and six seconds of each are resampled and measured (level, pitch, pauses, rate); the ends of the speech are bent, and all of it is levelled and laid on noise. Next to engines of 90 to 230 times real time that is much, beside a model that speaks at the rate of a processor little.',
  },
  {
    row: /^pipeline\.streams$/,
    note: 'Both cores: a worker makes a float of each sample, looks at it for peaks and makes an integer of it again, and the main thread and the load generator take their share, as the rows of the processor time say. Texts are refused once their segments wait for a processor, which is before one of them has a gap.',
  },
  {
    row: /^metrics\.cost$/,
    note: 'A judgement reads the database twice, counts the question, and writes its result in a transaction of four statements, each by a message to its thread and back, and the disk syncs for each of the three commits. Jobs that are claimed sixteen at a time and results that are written together took 1.7 ms, but counted attempts of jobs that never ran, gave all metrics of a call to one of several servers, and lost the bound on questions whose answers cannot be written; that was taken back.',
  },
];
