import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Form } from 'react-aria-components';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { fieldErrors } from '../components/forms/field-errors.ts';
import { FileField } from '../components/forms/file-field.tsx';
import { isolated } from '../components/format.ts';
import { Progress } from '../components/progress.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { bookFiles, useBookLimits } from './books.ts';
import { takeDropped } from './dropped.ts';
import { useOpening, type Opening } from './use-opening.ts';

/** Reads a file that is chosen or dropped, or what stands at an address. */
export function AddBook(): ReactElement {
  const [url, setUrl] = useState('');
  const limits = useBookLimits();
  const opening = useOpening();
  const { source, isPending, error, open } = opening;
  const problems = fieldErrors(error);
  const isFile = source instanceof File;
  // A file that was dropped on another page is opened once.
  const begin = useRef(open);
  useEffect(() => {
    const file = takeDropped();
    if (file !== undefined) begin.current(file);
  }, []);
  return (
    <section className="card" aria-labelledby="add-book">
      <h2 id="add-book">Open a book</h2>
      <div className="columns">
        <FileField
          label="A file"
          accept={bookFiles}
          files={[]}
          onChange={([file]) => file !== undefined && open(file)}
          maxBytes={limits.data?.max_bytes ?? Infinity}
          description="EPUB, PDF, Word (DOCX), Markdown, HTML or plain text."
          smaller="Split it, or leave its pictures out."
          errorMessage={isFile && !isPending ? problems.get('file') : undefined}
        />
        <Form
          validationBehavior="aria"
          className="react-aria-Form"
          onSubmit={(event) => {
            event.preventDefault();
            if (url.trim() !== '') open(url.trim());
          }}
        >
          <TextField
            label="A web address"
            type="url"
            value={url}
            onChange={setUrl}
            maxLength={2048}
            placeholder="https://"
            description="The server reads the page, or the file that stands there."
            errorMessage={!isFile && !isPending ? problems.get('url') : undefined}
          />
          <div>
            <Button type="submit" isDisabled={url.trim() === ''}>
              Open
            </Button>
          </div>
        </Form>
      </div>
      {isPending && <OpeningProgress opening={opening} />}
      {!isPending && error !== null && problems.isEmpty && (
        <ErrorMessage error={error} title="It was not opened" onRetry={() => source !== undefined && open(source)} />
      )}
    </section>
  );
}

function OpeningProgress({ opening: { source, share, cancel } }: { readonly opening: Opening }): ReactElement {
  const isSending = source instanceof File && share < 1;
  const name = isolated(source instanceof File ? source.name : (source ?? ''));
  return (
    <div className="stack tight">
      {isSending ? (
        <Progress label={`Sending ${name}`} share={share} />
      ) : (
        <p role="status">Reading the chapters of {name} …</p>
      )}
      <div>
        <Button onPress={cancel}>Cancel</Button>
      </div>
    </div>
  );
}
