import type { Migration } from '../migration.ts'

/** When a device has last asked whether somebody has agreed, and how long it has to wait. */
export const devicePolls: Migration = {
  number: 32,
  name: 'device-polls',
  statements: ({ integer }) => [
    `alter table oauth_artifacts add column polled_at ${integer}`,
    `alter table oauth_artifacts add column poll_interval_s ${integer}`,
  ],
}
