import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { consoleRequest } from '../base/api.ts';
import { DataTable } from '../components/pages/data-table.tsx';
import { Entered } from '../components/forms/entered.tsx';
import { isolated } from '../components/format.ts';
import { List, useList } from '../components/pages/list.tsx';
import { Moment } from '../components/moment.tsx';
import { RemoveButton } from '../components/pages/remove-button.tsx';
import { listShares, sharesKey, type Share } from './shares.ts';

/** Links that work, each with the button that ends it; nothing where there is none. */
export function SharedLinks(): ReactElement | null {
  const client = useQueryClient();
  const list = useList<Share>({ queryKey: sharesKey, load: listShares, limit: 30 });
  if (list.error === null && (list.data ?? []).length === 0) return null;
  return (
    <section className="card" aria-labelledby="shared-links">
      <h2 id="shared-links">Shared links</h2>
      <List list={list} label="Shared links" empty={null}>
        {(shares) => (
          <DataTable
            label="Shared links"
            rows={shares}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Take', isHeader: true, cell: (share) => <Entered text={shareName(share)} /> },
              { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
              { title: 'Expires', cell: ({ expires_at: at }) => <Moment at={at} /> },
              {
                title: 'Actions',
                cell: (share) => (
                  <RemoveButton
                    action="Revoke"
                    title="Revoke this link?"
                    label={`Revoke the link to ${isolated(shareName(share))}`}
                    remove={() => consoleRequest('DELETE', `/history/shares/${encodeURIComponent(share.id)}`)}
                    onRemoved={() => void client.invalidateQueries({ queryKey: sharesKey })}
                  >
                    <p>Whoever has the link hears nothing any more. The take stays.</p>
                  </RemoveButton>
                ),
              },
            ]}
          />
        )}
      </List>
    </section>
  );
}

function shareName({ title, excerpt }: Share): string {
  const name = (title ?? excerpt) || 'Without text';
  return name.length > 80 ? `${name.slice(0, 80)} …` : name;
}
