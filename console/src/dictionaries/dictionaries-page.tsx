import type { Schemas } from '@sonorant/client';
import type { ReactElement } from 'react';
import { sonorant } from '../base/api.ts';
import { Badge } from '../components/badge.tsx';
import { CreateNamed } from '../components/pages/create-named.tsx';
import { ListPage, madeColumn, nameColumn, type CreateProps } from '../components/pages/list-page.tsx';
import { useList } from '../components/pages/list.tsx';

type Dictionary = Schemas['PronunciationDict'];

/** How words are said: the organization's own dictionaries and the public ones. */
export default function DictionariesPage(): ReactElement {
  const list = useList<Dictionary>({
    queryKey: ['dictionaries', 'list'],
    load: (query, signal) => sonorant.get('/pronunciation-dicts', { query, signal }),
  });
  return (
    <ListPage
      title="Dictionaries"
      lead="Names and technical words, and how they are said. A request names the id of a dictionary as pronunciation_dict_id."
      noun="dictionary"
      list={list}
      hint={<p>Make one, add a word that is read wrongly, and hear the difference.</p>}
      columns={[
        nameColumn('/dictionaries', ({ name }: Dictionary) => name),
        { title: 'Entries', isNumber: true, cell: ({ items }) => items.length },
        {
          title: 'Who may use it',
          cell: ({ access, is_owner: isOwner }) => (
            <span className="row">
              {access === 'public' ? 'Every organization' : 'Your organization'}
              {!isOwner && <Badge>Of another one</Badge>}
            </span>
          ),
        },
        madeColumn,
      ]}
      create={CreateDictionary}
    />
  );
}

function CreateDictionary(props: CreateProps): ReactElement {
  return (
    <CreateNamed
      {...props}
      noun="dictionary"
      collection="dictionaries"
      send={(body) => sonorant.post('/pronunciation-dicts', { body })}
    />
  );
}
