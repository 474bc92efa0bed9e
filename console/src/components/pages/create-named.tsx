import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { CreateDialog } from './create-dialog.tsx';
import type { CreateProps } from './list-page.tsx';
import { useOpenPage } from './use-open-page.ts';
import { isolated } from '../format.ts';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';

export interface NamedFields {
  readonly name: string;
  readonly description: string;
}

export interface CreateNamedProps extends CreateProps {
  /** "dataset". */
  readonly noun: string;
  /** The list it is put into, as in the address of its page and in the keys of its queries: "datasets". */
  readonly collection: string;
  readonly send: (fields: NamedFields) => Promise<{ readonly id: string }>;
}

const empty: NamedFields = { name: '', description: '' };

/** The form of something that begins with a name and a description; its page is opened then. */
export function CreateNamed({ noun, collection, send, isOpen, onClose }: CreateNamedProps): ReactElement {
  const openPage = useOpenPage(isOpen);
  const client = useQueryClient();
  const { fields, change, sending, problems } = useForm({
    name: `new-${noun}`,
    saved: empty,
    send,
    onSent: ({ id }, { name }) => {
      void client.invalidateQueries({ queryKey: [collection] });
      openPage(`/${collection}/${id}`, `The ${noun} ${isolated(name)} was made.`);
    },
  });
  return (
    <CreateDialog
      title={`New ${noun}`}
      isOpen={isOpen}
      onClose={onClose}
      sending={sending}
      failure={`No ${noun} was made`}
    >
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => change({ name })}
        isRequired
        maxLength={256}
        errorMessage={problems.get('name')}
      />
      <TextField
        label="Description"
        value={fields.description}
        onChange={(description) => change({ description })}
        rows={2}
        maxLength={4096}
        errorMessage={problems.get('description')}
      />
    </CreateDialog>
  );
}
