/**
 * What the time goes into where an aim is missed, found by profiles (`--profile`). A note is printed only when its row
 * misses its aim, so it may stand here after the reason is gone.
 */
export const notes: readonly { readonly row: RegExp; readonly note: string }[] = [
  {
    row: /^throughput\.espeak/,
    note: 'A segment takes the engine about 6 ms, so what is done once for each counts: waking the main thread for its audio and its end (some 60 µs a message, three or four a segment), setting the engine’s memory back (2 % of the worker’s time), and the worker’s wait for its next segment.',
  },
  {
    row: /^throughput\.\w+\.2/,
    note: 'With as many workers as cores, the main thread and the load generator take 0.2 to 0.3 cores from the workers, which the bare engine times two does not have to share.',
  },
  {
    row: /^first-audio\.espeak\.1$/,
    note: 'One text every few seconds finds two sleeping threads and cold caches; with 100 streams the median is lower.',
  },
  { row: /^streams\.espeak\.1/, note: 'The aim is one for two cores; one worker uses one of them.' },
  {
    row: /^memory\.growth/,
    note: 'V8 lets the space for short-lived objects grow. It is bounded in the workers and by the start command; what is left is the heap of the main thread and the fragments of the allocator.',
  },
];
