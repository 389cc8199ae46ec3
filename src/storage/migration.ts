import type { Dialect } from './dialect.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { identity } from './migrations/0002-identity.ts'
import { sharing } from './migrations/0003-sharing.ts'
import { events } from './migrations/0004-events.ts'
import { mail } from './migrations/0005-mail.ts'
import { copies } from './migrations/0007-copies.ts'
import { reminders } from './migrations/0008-reminders.ts'
import { push } from './migrations/0009-push.ts'
import { books } from './migrations/0010-books.ts'
import { bookshelves } from './migrations/0011-bookshelves.ts'
import { bookImports } from './migrations/0012-book-imports.ts'
import { ads } from './migrations/0013-ads.ts'
import { rooms } from './migrations/0014-rooms.ts'
import { hiddenInvitations } from './migrations/0015-hidden-invitations.ts'
import { adsWarehouse } from './migrations/0016-ads-warehouse.ts'
import { adsReports } from './migrations/0017-ads-reports.ts'
import { booksLayout } from './migrations/0018-books-layout.ts'
import { developers } from './migrations/0020-developers.ts'
import { adsTree } from './migrations/0021-ads-tree.ts'
import { adsImports } from './migrations/0022-ads-imports.ts'
import { adsConversionDates } from './migrations/0023-ads-conversion-dates.ts'
import { bookSubjects } from './migrations/0024-book-subjects.ts'
import { bookPairs } from './migrations/0025-book-pairs.ts'
import { loneInstances } from './migrations/0026-lone-instances.ts'
import { credentialOrigins } from './migrations/0030-credential-origins.ts'
import { passwordLinks } from './migrations/0031-password-links.ts'
import { devicePolls } from './migrations/0032-device-polls.ts'
import { changeRuns } from './migrations/0040-change-runs.ts'
import { adminRoles } from './migrations/0050-admin-roles.ts'
import { audit } from './migrations/0051-audit.ts'
import { secondFactor } from './migrations/0060-second-factor.ts'
import { identityProviders } from './migrations/0065-identity-providers.ts'
import { calendarUsage } from './migrations/0070-calendar-usage.ts'

/** One numbered step of the schema. Steps only go forward, each in a transaction of its own. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly statements: (dialect: Dialect) => readonly string[]
}

export const migrations: readonly Migration[] = [
  foundation,
  identity,
  sharing,
  events,
  mail,
  copies,
  reminders,
  push,
  books,
  bookshelves,
  bookImports,
  ads,
  rooms,
  hiddenInvitations,
  adsWarehouse,
  adsReports,
  booksLayout,
  developers,
  adsTree,
  adsImports,
  adsConversionDates,
  bookSubjects,
  bookPairs,
  loneInstances,
  credentialOrigins,
  passwordLinks,
  devicePolls,
  changeRuns,
  adminRoles,
  audit,
  secondFactor,
  identityProviders,
  calendarUsage,
]
