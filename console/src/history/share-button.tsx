import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { consoleRequest } from '../base/api.ts';
import { Button } from '../components/button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { isolated } from '../components/format.ts';
import { Moment } from '../components/moment.tsx';
import { Select } from '../components/forms/select.tsx';
import { SendingForm } from '../components/forms/sending-form.tsx';
import { nameOf, takePath, type KeptTake } from './history.ts';
import { sharesKey, type MadeShare } from './shares.ts';

export interface ShareButtonProps {
  readonly take: KeptTake;
  /** Longest life of a link. */
  readonly maxDays: number;
}

/** Opens the form that makes a link to a take. */
export function ShareButton({ take, maxDays }: ShareButtonProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-label={`Share: ${isolated(nameOf(take))}`} onPress={() => setIsOpen(true)}>
        Share
      </Button>
      <Dialog title="Share this take" isOpen={isOpen} onOpenChange={setIsOpen}>
        <ShareForm take={take} maxDays={maxDays} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

/** Lives to choose from. */
function livesUpTo(maxDays: number): readonly number[] {
  const usual = [1, 7, 30].filter((days) => days <= maxDays);
  return usual.includes(maxDays) ? usual : [...usual, maxDays];
}

function ShareForm({ take, maxDays, onClose }: ShareButtonProps & { readonly onClose: () => void }): ReactElement {
  const [days, setDays] = useState(String(Math.min(7, maxDays)));
  const client = useQueryClient();
  const sharing = useMutation({
    mutationFn: () => consoleRequest<MadeShare>('POST', `${takePath(take.id)}/share`, { body: { days: Number(days) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sharesKey }),
  });
  if (sharing.data !== undefined) return <Link share={sharing.data} onClose={onClose} />;
  return (
    <SendingForm
      sending={sharing}
      failure="No link was made"
      hasFocus
      buttons={
        <div className="row end">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={sharing.isPending}>
            Make the link
          </Button>
        </div>
      }
    >
      <p>Whoever has the link hears this take and reads its text, without an account, until it expires.</p>
      <Select
        label="It works for"
        options={livesUpTo(maxDays).map((life) => ({ id: String(life), name: life === 1 ? 'A day' : `${life} days` }))}
        value={days}
        onChange={setDays}
      />
    </SendingForm>
  );
}

function Link({ share, onClose }: { readonly share: MadeShare; readonly onClose: () => void }): ReactElement {
  return (
    <div className="stack">
      <p role="status">
        The link works until <Moment at={share.expires_at} />. It is shown this once: copy it now.
      </p>
      <p className="share-link">
        <a href={share.url} target="_blank" rel="noreferrer">
          {share.url}
        </a>
      </p>
      <div className="row end">
        <CopyButton text={share.url} label="Copy the link" />
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
