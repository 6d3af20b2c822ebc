import { Users } from '../features/users/users.tsx';

/** Accounts of readers and admins. */
export function UsersPage() {
  return <Users />;
}
