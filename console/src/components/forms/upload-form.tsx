import { useState, type ReactElement, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { FileField } from './file-field.tsx';
import { useLimits } from '../limits.ts';
import { UploadList } from './upload-list.tsx';
import { useUploads, type UploadsOptions } from './use-upload.ts';

export interface UploadFormProps extends UploadsOptions {
  readonly label: string;
  readonly description?: string;
  /** Fields beside that of the files. */
  readonly children?: ReactNode;
}

/** Uploads audio files, several at once, and shows how far each of them is. */
export function UploadForm({ label, description, children, ...options }: UploadFormProps): ReactElement {
  const [files, setFiles] = useState<readonly File[]>([]);
  const { fileBytes } = useLimits();
  const uploads = useUploads(options);
  const field = (
    <FileField
      label={label}
      accept={['audio/*', '.flac', '.mp3', '.ogg', '.wav', '.webm']}
      files={files}
      onChange={setFiles}
      maxBytes={fileBytes}
      allowsMultiple
      description={description}
    />
  );
  return (
    <>
      {children === undefined ? (
        field
      ) : (
        <div className="columns">
          {field}
          {children}
        </div>
      )}
      <div>
        <Button
          variant="primary"
          isDisabled={files.length === 0}
          isPending={uploads.isPending}
          onPress={() => {
            uploads.start(files);
            setFiles([]);
          }}
        >
          Upload
        </Button>
      </div>
      <UploadList uploads={uploads} />
    </>
  );
}
