import { type HttpCall, type HttpReply, send, type WireBody } from './http.ts'

/** Where the services of a server answer. */
export interface BasePaths {
  readonly calendar: string
  readonly almanac: string
}

/** Somebody with a token, calling the calendar service of one server. */
export class WireUser {
  readonly base: string
  readonly paths: BasePaths
  readonly email: string
  readonly token: string

  constructor(at: { base: string; paths: BasePaths }, who: { email: string; token: string }) {
    this.base = at.base
    this.paths = at.paths
    this.email = who.email
    this.token = who.token
  }

  /** Calls a path below the base path of the calendar service. */
  call(path: string, { headers, ...call }: HttpCall = {}): Promise<HttpReply> {
    return send(`${this.base}${this.paths.calendar}${path}`, {
      ...call,
      headers: { Authorization: `Bearer ${this.token}`, ...headers },
    })
  }

  get(path: string, headers?: Record<string, string>): Promise<HttpReply> {
    return this.call(path, { ...(headers && { headers }) })
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpReply> {
    return this.call(path, { method: 'POST', body, ...(headers && { headers }) })
  }

  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpReply> {
    return this.call(path, { method: 'PUT', body, ...(headers && { headers }) })
  }

  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpReply> {
    return this.call(path, { method: 'PATCH', body, ...(headers && { headers }) })
  }

  delete(path: string, headers?: Record<string, string>): Promise<HttpReply> {
    return this.call(path, { method: 'DELETE', ...(headers && { headers }) })
  }

  /** Makes a secondary calendar and gives it with the path it has. */
  async newCalendar(body: object = {}): Promise<{ calendar: WireBody; path: string }> {
    const reply = await this.post('/calendars', { summary: 'Work', ...body })
    if (reply.status !== 200) throw new Error(`no calendar: ${reply.status} ${reply.text}`)
    return { calendar: reply.json, path: `/calendars/${reply.json.id}` }
  }

  /** Changes a setting through the operations of our own. */
  changeSetting(
    setting: string,
    value: unknown,
    headers: Record<string, string> = {},
  ): Promise<HttpReply> {
    return send(`${this.base}${this.paths.almanac}/users/me/settings/${setting}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${this.token}`, ...headers },
      body: { value },
    })
  }
}
