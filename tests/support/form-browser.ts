/** A browser that knows links, forms and cookies: enough for pages that work without scripts. */
export class FormBrowser {
  readonly #cookies = new Map<string, { value: string; path: string }>()

  /** Signs in as a user of a dev server, agrees to everything, and gives where it is sent then. */
  async signIn(address: string, email: string): Promise<string> {
    const { origin } = new URL(address)
    let step: Step = { url: new URL(address) }
    for (let steps = 0; steps < 20; steps++) {
      const reply = await this.#send(step)
      const location = reply.headers.get('location')
      if (location === null) {
        step = pressed(await reply.text(), { email, base: step.url })
        continue
      }
      const next = new URL(location, step.url)
      if (next.origin !== origin) return next.href
      step = { url: next }
    }
    throw new Error('the sign-in does not end')
  }

  async #send({ url, form }: Step): Promise<Response> {
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, ...(form && { origin: url.origin }) },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      this.#cookies.set(name!, { value: value!, path: /path=([^;]+)/i.exec(line)?.[1] ?? '/' })
    }
    return reply
  }
}

interface Step {
  readonly url: URL
  readonly form?: URLSearchParams
}

/** The form that goes out when the wanted user, or else the main button, is pressed. */
function pressed(html: string, { email, base }: { email: string; base: URL }): Step {
  const forms = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)]
  for (const wanted of [
    new RegExp(`<button name="(devUser)" value="(${RegExp.escape(email)})"`),
    /<button class="main[^"]*"(?: name="([^"]*)" value="([^"]*)")?/,
  ]) {
    for (const [, action, inner] of forms) {
      const button = wanted.exec(inner!)
      if (button === null) continue
      const form = new URLSearchParams(fieldsOf(inner!))
      if (button[1] !== undefined) form.append(button[1], button[2]!)
      return { url: new URL(action!, base), form }
    }
  }
  throw new Error(`there is nothing to press: ${html.replace(/<style>[\s\S]*<\/style>/, '')}`)
}

const fieldsOf = (html: string): [string, string][] =>
  [...html.matchAll(/<input\b[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => /type="hidden"/.test(input) || /\bchecked\b/.test(input))
    .map((input) => [attribute(input, 'name'), attribute(input, 'value')])

const attribute = (element: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(element)?.[1] ?? ''
