import type { Schemas } from '@sonorant/client';
import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { CreateNamed } from '../components/pages/create-named.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { ListPage, madeColumn, nameColumn, type CreateProps } from '../components/pages/list-page.tsx';
import { useList } from '../components/pages/list.tsx';

type Dataset = Schemas['Dataset'];

/** Collections of clips of one speaker each. */
export default function DatasetsPage(): ReactElement {
  const list = useList<Dataset>({
    queryKey: ['datasets', 'list'],
    load: (query, signal) => sonorant.get('/datasets', { query, signal }),
  });
  return (
    <ListPage
      title="Datasets"
      lead="Recordings of one speaker, to make a voice of all of them together."
      noun="dataset"
      list={list}
      hint={<p>Make one, add recordings of one speaker to it, then start a fine-tune from it.</p>}
      columns={[
        nameColumn('/datasets', ({ name }: Dataset) => name),
        { title: 'Description', cell: ({ description }) => <Entered text={description} /> },
        madeColumn,
      ]}
      create={CreateDataset}
    />
  );
}

function CreateDataset(props: CreateProps): ReactElement {
  return (
    <CreateNamed
      {...props}
      noun="dataset"
      collection="datasets"
      send={(body) => sonorant.post('/datasets', { body })}
    />
  );
}
