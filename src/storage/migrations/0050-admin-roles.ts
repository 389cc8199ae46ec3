import type { Migration } from '../migration.ts'

/** Administrators have a role; those who were one before can do everything, and become owners. */
export const adminRoles: Migration = {
  number: 50,
  name: 'admin-roles',
  statements: ({ text }) => [
    `alter table users add column admin_role ${text}`,
    "update users set admin_role = 'owner' where is_admin = 1",
    'alter table users drop column is_admin',
  ],
}
