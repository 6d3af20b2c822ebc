import type { UserRow } from '@satrangi/contracts';
import { Button, ErrorNote } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress, useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { CursorPager } from '../../lib/cursor-pager.tsx';
import { DataTable } from '../../lib/data-table.tsx';
import { CsvButton, saveAnswer } from '../../lib/exports.tsx';
import { counted } from '../../lib/format.ts';
import { idOf } from '../../lib/live-rows.ts';
import { Picker } from '../../lib/picker.tsx';
import { SaveViewButton } from '../../lib/save-view.tsx';
import { SearchBox } from '../../lib/search-box.tsx';
import { TabHead } from '../../lib/tab-head.tsx';
import { useLiveRows } from '../../lib/use-live-rows.ts';
import { useSavedViews } from '../../lib/use-saved-views.ts';
import type { CountRows } from '../../lib/view-counts.ts';
import { Filters, Views } from '../../lib/views.tsx';
import { DeleteUser } from './delete-user.tsx';
import { Invitations, InviteAdmin } from './invitations.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { RowActionsContext, usersColumns } from './users-columns.tsx';
import { usersQuery } from './users-queries.ts';

/** `open=` of the form that invites. */
const INVITE = 'invite';
const PAGE_SIZE = 50;

const roles = [
  ['', 'Any'],
  ['USER', 'Readers'],
  ['ADMIN', 'Admins'],
] as const;
const roleOf = (text: string): UserRow['role'] | undefined =>
  text === 'USER' || text === 'ADMIN' ? text : undefined;

/** What the server lists and exports; addresses stay masked in the file, as on the screen. */
type Found = { readonly q?: string; readonly role?: UserRow['role'] };

const viewFields = ['role'];

/** A saved address of accounts has no search. */
const countUsers: CountRows = async (get, signal) => {
  const role = roleOf(get('role'));
  const query = { ...(role ? { role } : {}), mask: 'true', limit: 1 } as const;
  return (await api.identity.listUsers({ query }, { signal })).total;
};

/** Accounts, newest first, their addresses masked (checklist ADM-16). */
export function Users() {
  const { get, change } = useAddress();
  const { opened, open, close } = useOpened();
  const saved = useSavedViews(viewFields, countUsers);
  const [removed, setRemoved] = useState<UserRow | null>(null);
  const [q, role, cursor] = [get('q'), roleOf(get('role')), get('page')];
  const found: Found = { ...(q ? { q } : {}), ...(role ? { role } : {}) };
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(
    usersQuery({ ...found, ...(cursor ? { cursor } : {}), limit: PAGE_SIZE }),
  );
  const { rows, live } = useLiveRows({
    rows: data?.items,
    total: data?.total,
    isPlaceholder: isPlaceholderData,
    rowKey: idOf,
    noun: 'account',
    isOpen: opened !== '' || removed !== null,
  });
  return (
    <>
      <TabHead title="Users" fact={data && counted(data.total, 'account')}>
        <Button size="s" onClick={() => open(INVITE)}>
          Invite an admin
        </Button>
        <CsvButton write={() => saveAnswer('users', api.identity.downloadUsers({ query: found }))} />
      </TabHead>
      <Views saved={saved} />
      <Filters
        names={viewFields}
        search={
          <SearchBox
            label="Search users"
            placeholder="Name, email or id"
            value={q}
            onSearch={(text) => change({ q: text }, { replace: q !== '' })}
          />
        }
      >
        <Picker label="Role" value={role ?? ''} options={roles} onPick={(next) => change({ role: next })} />
      </Filters>
      {isError && !isFetching && <ErrorNote onRetry={() => void refetch()}>Failed to load users</ErrorNote>}
      <RowActionsContext value={{ edit: ({ _id }) => open(_id), remove: setRemoved }}>
        <DataTable
          name="users"
          label="Users"
          columns={usersColumns}
          rows={isError && !data ? [] : rows}
          rowKey={idOf}
          tools={<SaveViewButton saved={saved} />}
          live={live}
          onOpen={({ _id }) => open(_id)}
          empty={
            isError ? '' : 'No account fits. Search by a part of a name or address, or clear the filters.'
          }
        />
      </RowActionsContext>
      {data && <CursorPager total={data.total} shown={data.items.length} next={data.nextCursor} />}
      <Invitations />
      {opened === INVITE && <InviteAdmin onClose={close} />}
      {opened && opened !== INVITE && <UserDrawer userId={opened} keys={rows?.map(idOf) ?? []} />}
      {removed && <DeleteUser user={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
