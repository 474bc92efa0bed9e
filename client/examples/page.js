// Plays in a page and lights each word when it is heard. Bundled with the page: import it as a module.
import { Sonorant } from '@sonorant/client';
import { AudioPlayer } from '@sonorant/client/browser';

// A page never has the API key: its own server asks for a token with POST /access-token and hands it on.
const accessToken = async () => (await fetch('/token')).text();
const sonorant = new Sonorant({ baseUrl: 'https://speech.example.com', accessToken });

const [form, text, words, status] = ['form', '#text', '#words', '#status'].map((name) => document.querySelector(name));

const player = new AudioPlayer({
  onWord: ({ word }) => {
    const span = document.createElement('span');
    span.textContent = `${word} `;
    words.append(span);
  },
  onEnd: (isWhole) => {
    status.textContent = isWhole ? 'Done.' : 'Stopped.';
  },
});

// Browsers let a page be heard only after a click or a key.
form.addEventListener('submit', (event) => {
  event.preventDefault();
  words.replaceChildren();
  player.play(sonorant.speak({ text: text.value, timestamps: true })).catch((error) => {
    status.textContent = error.message;
  });
});
document.querySelector('#stop').addEventListener('click', () => player.stop());
