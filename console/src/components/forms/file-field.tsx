import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { Button } from '../button.tsx';
import { formatBytes, isolated } from '../format.ts';

export interface FileFieldProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  /** Media types and endings, as in `<input accept>`. */
  readonly accept: readonly string[];
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
  /** Bytes that the server takes; a larger file is refused here, before it is sent. Infinity where that is not known yet. */
  readonly maxBytes: number;
  readonly allowsMultiple?: boolean;
  readonly errorMessage?: string | undefined;
  /** What is smaller than a file that was refused, as a sentence. Default: of recordings. */
  readonly smaller?: string;
}

/** Files to upload: chosen, dropped, or pasted. */
export function FileField({
  label,
  description,
  accept,
  files,
  onChange,
  maxBytes,
  allowsMultiple = false,
  errorMessage,
  smaller = 'A shorter recording, or one in FLAC or MP3, is smaller.',
}: FileFieldProps): ReactElement {
  const labelId = useId();
  const [refused, setRefused] = useState<readonly File[]>([]);
  const take = (given: readonly File[]): void => {
    const some = allowsMultiple ? given : given.slice(0, 1);
    setRefused(some.filter(({ size }) => size > maxBytes));
    const fitting = some.filter(({ size }) => size <= maxBytes);
    if (fitting.length > 0) onChange(allowsMultiple ? [...files, ...fitting] : fitting);
  };
  return (
    <div className="field" role="group" aria-labelledby={labelId}>
      <span id={labelId} className="react-aria-Label">
        {label}
      </span>
      <DropZone
        className="drop-zone"
        getDropOperation={() => 'copy'}
        onDrop={({ items }) => {
          void Promise.all(items.filter((item) => item.kind === 'file').map((item) => item.getFile())).then(take);
        }}
      >
        <FileTrigger
          acceptedFileTypes={accept}
          allowsMultiple={allowsMultiple}
          onSelect={(list) => list !== null && take([...list])}
        >
          <Button>{allowsMultiple ? 'Choose files' : 'Choose a file'}</Button>
        </FileTrigger>
        <span className="muted">
          <span className="for-pointer">
            or drop {allowsMultiple ? 'them' : 'it'} here{Number.isFinite(maxBytes) && ', '}
          </span>
          {Number.isFinite(maxBytes) && <>at most {formatBytes(maxBytes)}</>}
        </span>
        {files.length > 0 && (
          <ul className="chosen-files">
            {files.map((file, index) => (
              <li key={`${index} ${file.name}`}>
                <bdi>{file.name}</bdi> <span className="muted">{formatBytes(file.size)}</span>{' '}
                <Button
                  variant="quiet"
                  aria-label={`Remove ${isolated(file.name)}`}
                  onPress={() => onChange(files.filter((other) => other !== file))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </DropZone>
      {description !== undefined && <span className="muted">{description}</span>}
      {refused.map(({ name, size }) => (
        <span key={name} role="alert" className="react-aria-FieldError">
          <bdi>{name}</bdi> is {formatBytes(size)}; this server takes at most {formatBytes(maxBytes)}. {smaller}
        </span>
      ))}
      {errorMessage !== undefined && (
        <span role="alert" className="react-aria-FieldError">
          {errorMessage}
        </span>
      )}
    </div>
  );
}
