/** Script of the page behind a link: lights the word that is heard, plays from a word that is pressed, tells the end in local time. */
export const script = String.raw`
const audio = document.querySelector('audio');
const words = [...document.querySelectorAll('#text span')];
const starts = words.map((word) => Number(word.dataset.from));
const calm = matchMedia('(prefers-reduced-motion: reduce)');
let lit;
let frame = 0;

/** The last word that has begun; undefined before the first and in the pause behind a word. */
function heard(time) {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= time) low = middle + 1;
    else high = middle;
  }
  const word = words[low - 1];
  return word !== undefined && time < Number(word.dataset.to) + 0.3 ? word : undefined;
}

function light() {
  const next = audio.ended ? undefined : heard(audio.currentTime);
  if (next !== lit) {
    lit?.classList.remove('now');
    next?.classList.add('now');
    lit = next;
    if (next !== undefined && !audio.paused) {
      const { top, bottom } = next.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) next.scrollIntoView({ block: 'center', behavior: calm.matches ? 'auto' : 'smooth' });
    }
  }
}

function follow() {
  light();
  frame = requestAnimationFrame(follow);
}

audio.addEventListener('play', () => {
  cancelAnimationFrame(frame);
  follow();
});
for (const event of ['pause', 'ended', 'seeked']) {
  audio.addEventListener(event, () => {
    if (audio.paused) cancelAnimationFrame(frame);
    light();
  });
}
document.getElementById('text').addEventListener('click', ({ target }) => {
  if (target.dataset.from === undefined || String(getSelection()) !== '') return;
  audio.currentTime = Number(target.dataset.from);
  void audio.play();
});
const end = document.querySelector('time');
end.textContent = new Date(end.dateTime).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
`;
