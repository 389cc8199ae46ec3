import { type Form, type Page, pageOf } from './browser-page.ts'
import { type HttpReply, send } from './http.ts'

/** Where a person ended up: on a page of the server, or sent on to somewhere else. */
export interface Stop {
  readonly page: Page
  /** The address outside the server that the person was sent to. */
  readonly left: URL | undefined
}

interface Journey {
  /** Where the person was sent in the end. */
  readonly to: URL
  /** The headings of the pages that were seen on the way. */
  readonly seen: readonly string[]
}

interface Choices {
  readonly email: string
  /** Typed into the form; one click of development mode when left out. */
  readonly password?: string
  /** Scopes whose ticks are taken away. */
  readonly untick?: readonly string[]
  /** What is pressed on the consent page. */
  readonly answer?: 'Allow' | 'Cancel'
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

const hopsMax = 10

/** A browser without scripts: it keeps cookies, follows redirects and submits forms. */
export class BrowserUser {
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #cookies = new Map<string, Cookie>()
  /** Every cookie that was set, as the server wrote it. */
  readonly setCookies: string[] = []

  /** `headers` go with every request, such as those of a proxy. */
  constructor(base: string, headers: Readonly<Record<string, string>> = {}) {
    this.#base = base
    this.#headers = headers
  }

  /** The same browser, with its cookies, at a server that has another address now. */
  at(base: string, headers: Readonly<Record<string, string>> = this.#headers): BrowserUser {
    const moved = new BrowserUser(base, headers)
    for (const [key, cookie] of this.#cookies) moved.#cookies.set(key, cookie)
    return moved
  }

  /** Goes through all pages of a request for access as a person would. */
  async agree(address: string, choices: Choices): Promise<Journey> {
    const seen: string[] = []
    let stop = await this.open(address)
    for (let hops = 0; stop.left === undefined; hops++) {
      if (hops === hopsMax) throw new Error(`no end to the pages: ${seen.join(', ')}`)
      seen.push(stop.page.heading)
      stop = await this.#answer(stop.page, choices)
    }
    return { to: stop.left, seen }
  }

  async #answer(page: Page, choices: Choices): Promise<Stop> {
    const { email, password, untick = [], answer = 'Allow' } = choices
    if (page.has('Allow')) return this.press(page, answer, { untick })
    if (!page.has('Sign in')) throw new Error(`a strange page: ${page.status} ${page.words}`)
    return password === undefined
      ? this.press(page, (text) => text.startsWith('Continue as') && text.includes(email))
      : this.press(page, 'Sign in', { fill: { email, password } })
  }

  open(address: string): Promise<Stop> {
    return this.#go(new URL(address, this.#base), 'GET')
  }

  /** Presses a button, by what stands on it, after changing what the form says. */
  press(
    page: Page,
    button: string | ((text: string) => boolean),
    change: Parameters<Form['body']>[1] = {},
  ): Promise<Stop> {
    const { form, pressed } = page.button(button)
    const action = new URL(form.action, new URL(page.path, this.#base))
    return this.#go(action, 'POST', form.body(pressed, change).toString())
  }

  /** One exchange, which follows nothing. */
  async exchange(path: string, method = 'GET', body?: string): Promise<HttpReply> {
    const type = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }
    const cookies = [...this.#cookies.values()].filter((cookie) => path.startsWith(cookie.path))
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = { ...this.#headers, ...type, ...(Cookie === '' ? {} : { Cookie }) }
    const reply = await send(this.#base + path, { method, headers, body })
    for (const line of reply.headers['set-cookie'] ?? []) this.#keep(line)
    return reply
  }

  async #go(start: URL, firstMethod: string, firstBody?: string): Promise<Stop> {
    let [url, method, body] = [start, firstMethod, firstBody]
    for (let hops = 0; hops < hopsMax; hops++) {
      const path = url.pathname + url.search
      const reply = await this.exchange(path, method, body)
      const { location } = reply.headers
      const page = pageOf(path, reply)
      if (location === undefined || reply.status < 300) return { page, left: undefined }
      url = new URL(location, url)
      if (!this.#isOwn(url)) return { page, left: url }
      method = 'GET'
      body = undefined
    }
    throw new Error(`too many redirects from ${start}`)
  }

  #isOwn({ host }: URL): boolean {
    const named = [new URL(this.#base).host, this.#headers['X-Forwarded-Host'], this.#headers.Host]
    return named.includes(host)
  }

  #keep(line: string): void {
    this.setCookies.push(line)
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/'
    const key = `${path} ${name}`
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(key)
    else this.#cookies.set(key, { name: name!, value: value!, path })
  }
}
