/** The entry of the console: mounts the application, which asks who is signed in and shows the pages that are open to them. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import '../base/theme.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/components.css';
import '../styles/speech.css';
import '../styles/pages.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
