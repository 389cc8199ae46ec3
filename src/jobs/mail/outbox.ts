import type { Reader } from '#/storage/port.ts'
import type { Mail } from './mail.ts'
import { listMails } from './store.ts'

/** The latest mails in any state, oldest first. */
export const latestMails = (reader: Reader, limit: number): Promise<Mail[]> =>
  reader.all(listMails, { count: limit })
