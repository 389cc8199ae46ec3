import { BrowserUser, type Stop } from '../support/browser-user.ts'
import type { TestIdentityProvider } from '../support/identity-provider.ts'
import type { Program } from '../support/program.ts'

export const identityProviders = '/admin/v1/identityProviders'

/** What an owner says of the provider of a test. */
export const providerBody = (
  { issuer, clientId, clientSecret }: TestIdentityProvider,
  more: object = {},
) => ({
  id: 'example',
  name: 'Example',
  issuer,
  clientId,
  clientSecret,
  emailDomains: ['example.com'],
  linkByEmail: true,
  ...more,
})

/** The address of a button with the name of a provider; undefined where there is none. */
export const buttonOf = ({ page }: Stop, name: string): string | undefined =>
  new RegExp(`<a class="button wide" href="([^"]+)">Continue with <bdi>${name}</bdi>`).exec(
    page.html,
  )?.[1]

/** A browser on its way through another provider. */
export class FederatedVisit {
  readonly browser: BrowserUser
  readonly #program: Program
  readonly #issuer: string

  constructor(
    program: Program,
    { issuer }: Pick<TestIdentityProvider, 'issuer'>,
    browser = new BrowserUser(program.base),
  ) {
    this.#program = program
    this.#issuer = issuer
    this.browser = browser
  }

  /** Opens the sign-in page of the program and follows the button; ends where the server sends it. */
  async leave(name = 'Example'): Promise<Stop> {
    const page = await this.browser.open(this.#program.address({ prompt: 'login' }))
    const address = buttonOf(page, name)
    if (address === undefined) throw new Error(`no button: ${page.page.words}`)
    return this.browser.open(address)
  }

  /** Signs in at the provider, and gives the path that the browser is sent back to. */
  async callback(name?: string): Promise<string> {
    const { left, page } = await this.leave(name)
    if (left === undefined) throw new Error(`not sent away: ${page.words}`)
    return this.upstream(left)
  }

  async upstream(address: URL): Promise<string> {
    const { left, page } = await new BrowserUser(this.#issuer).open(address.href)
    if (left === undefined) throw new Error(`not sent back: ${page.status} ${page.words}`)
    return left.pathname + left.search
  }

  /** The whole way: gives the page after signing in. */
  async signIn(name?: string): Promise<Stop> {
    return this.browser.open(await this.callback(name))
  }
}
