/** What makes a clip worse than it could be, in words. */
export const clipNotes: Readonly<Record<string, string | undefined>> = {
  several_speakers: 'More than one person seems to speak in the recording',
  noisy: 'The recording is noisy',
};
