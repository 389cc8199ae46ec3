import type { HttpReply, WireBody } from './http.ts'
import { type OutgoingMail, outboxOf } from './outbox.ts'
import type { Site } from './sites.ts'
import type { WireUser } from './wire-user.ts'

export type Role =
  | 'none'
  | 'freeBusyReader'
  | 'reader'
  | 'writerWithoutPrivateAccess'
  | 'writer'
  | 'owner'

/** A calendar and the one it belongs to, for tests of who may do what with it. */
export class SharedCalendar {
  readonly site: Site
  readonly owner: WireUser
  readonly id: string

  constructor(site: Site, owner: WireUser, id: string) {
    this.site = site
    this.owner = owner
    this.id = id
  }

  get path(): string {
    return `/calendars/${this.id}`
  }

  get acl(): string {
    return `${this.path}/acl`
  }

  rulePath(ruleId: string): string {
    return `${this.acl}/${encodeURIComponent(ruleId)}`
  }

  insert(rule: unknown, query = ''): Promise<HttpReply> {
    return this.owner.post(`${this.acl}${query}`, rule)
  }

  /** Grants roles by the ids of rules, without mail. */
  async share(roles: Readonly<Record<string, Role>>): Promise<void> {
    for (const [ruleId, role] of Object.entries(roles)) {
      const scope = scopeOf(ruleId)
      const reply = await this.insert({ role, scope }, '?sendNotifications=false')
      if (reply.status !== 200) throw new Error(`not shared: ${reply.status} ${reply.text}`)
    }
  }

  /** The whole list, as the owner sees it. */
  async list(query = ''): Promise<WireBody> {
    const reply = await this.owner.get(`${this.acl}${query}`)
    if (reply.status !== 200) throw new Error(`no rules: ${reply.status} ${reply.text}`)
    return reply.json
  }

  /** The roles by the ids of the rules, in the order of the list. */
  async roles(query = ''): Promise<[string, Role][]> {
    return rolesIn(await this.list(query))
  }

  /** The mail that tells of this calendar. */
  async mails(): Promise<OutgoingMail[]> {
    const link = `cid=${Buffer.from(this.id).toString('base64url')}`
    return (await outboxOf(this.site)).filter(({ text }) => text.includes(link))
  }
}

export const rolesIn = ({ items = [] }: WireBody): [string, Role][] =>
  items.map(({ id, role }) => [id!, role as Role])

export function scopeOf(ruleId: string): { type: string; value?: string } {
  const [type = '', value] = ruleId.split(/:(.*)/s)
  return value === undefined ? { type } : { type, value }
}

/** A secondary calendar of a user of its own, or of the given one. */
export async function newSharedCalendar(site: Site, owner?: WireUser): Promise<SharedCalendar> {
  const whose = owner ?? (await site.user())
  const { calendar } = await whose.newCalendar()
  return new SharedCalendar(site, whose, calendar.id!)
}
