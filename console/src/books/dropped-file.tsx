import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../components/button.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { isBook, keepDropped } from './dropped.ts';

export interface DroppedFileProps {
  readonly file: File;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** So much text fits into one request. */
const maxText = 100_000;

/** What can be done with a file that was dropped on a text. */
export function DroppedFile({ file, onText, onClose }: DroppedFileProps): ReactElement {
  const [, navigate] = useLocation();
  const isText = /\.(?:txt|md|markdown)$/i.test(file.name) && file.size <= maxText;
  return (
    <div className="stack tight" role="status">
      {isBook(file) ? (
        <p>
          <Entered text={file.name} /> can be opened as a book: its chapters become one file, in the background.
        </p>
      ) : (
        <p>
          <Entered text={file.name} /> is none of the files that are read aloud: EPUB, PDF, Word (DOCX), Markdown, HTML,
          plain text.
        </p>
      )}
      <div className="row">
        {isBook(file) && (
          <Button
            variant="primary"
            onPress={() => {
              keepDropped(file);
              navigate('/books');
            }}
          >
            Open as a book
          </Button>
        )}
        {isText && (
          <Button
            onPress={() => {
              void file.text().then(onText);
              onClose();
            }}
          >
            Put it into the text
          </Button>
        )}
        <Button variant="quiet" onPress={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
