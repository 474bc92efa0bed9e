import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import { download } from '../audio/download.ts';
import { encodeSound } from '../audio/encode.ts';
import { useSessionCheck } from '../base/session.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { Progress } from '../components/progress.tsx';
import { formatFields, formatOf } from '../speak/formats.ts';

/** What the page has of a result itself. */
const ownFormat = 'wav-24';

export interface SaveButtonProps {
  /** Id of a format. */
  readonly format: string;
  /** Of the file, without its ending. */
  readonly name: string;
  /** The result as WAV of 24 kHz, which needs no server. */
  readonly sound: Blob;
}

/** Saves a result in a format. */
export function SaveButton({ format, name, sound }: SaveButtonProps): ReactElement {
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController>(undefined);
  const checkSession = useSessionCheck();
  const choice = formatOf(format);
  const saving = useMutation({
    mutationFn: async () => {
      setShare(0);
      const { signal } = (controller.current = new AbortController());
      const options = { signal, onShare: setShare };
      const file = choice.id === ownFormat ? sound : await encodeSound(sound, formatFields(choice.format), options);
      download(file, `${name}.${choice.extension}`);
    },
    onError: checkSession,
  });
  const cancel = (): void => {
    saving.reset();
    controller.current?.abort();
  };
  return (
    <div className="stack tight">
      <div className="row">
        <Button onPress={() => saving.mutate()} isPending={saving.isPending}>
          <Icon name="download" /> Download {choice.name}
        </Button>
        {saving.isPending && (
          <Button variant="quiet" onPress={cancel}>
            Cancel the download
          </Button>
        )}
      </div>
      {saving.isPending && <Progress label={share < 1 ? 'Sending it' : 'The server makes the file'} share={share} />}
      {saving.error !== null && <ErrorMessage error={saving.error} title="Not downloaded" />}
    </div>
  );
}

/** A name without its ending, in characters that every file system takes. */
export function fileName(...parts: readonly string[]): string {
  const words = parts.map((part) => (part.normalize('NFC').match(/[\p{L}\p{N}_-]+/gu) ?? []).join('-').slice(0, 60));
  return words.filter((word) => word !== '').join('-') || 'sound';
}

/** `talk` of `talk.wav`. */
export function stemOf(name: string): string {
  return name.replace(/\.[^.]+$/u, '');
}
