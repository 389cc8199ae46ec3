import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { AgentSignIn } from '../support/agent-sign-in.ts'
import { browserUnavailable, openBrowser } from '../support/chromium.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { newProgram, scope } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { waitOnLoopback } from '../support/waiting-program.ts'

const ann = { email: 'ann@example.com', password: 'correct horse battery' }

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer('a person', (site) => {
    it('lets an agent use some of the tools that the page names', async () => {
      await newPasswordUser(site.place, ann)
      const program = await newProgram(site, {
        name: 'Assistant',
        type: 'installed',
        redirectUri: 'http://127.0.0.1/back',
        isPublic: true,
      })
      await using waiting = await waitOnLoopback()
      const { redirectUri } = waiting
      const authProvider = new AgentSignIn({ clientId: program.id, redirectUri })
      const url = new URL(`${site.base}/mcp`)
      const transport = new StreamableHTTPClientTransport(url, { authProvider })
      const client = () => new Client({ name: 'tests', version: '1' })
      await expect(client().connect(transport)).rejects.toThrow(UnauthorizedError)

      await using browser = await openBrowser()
      const { page, complaints } = browser
      await page.goto(authProvider.address!.href)
      await page.getByRole('textbox', { name: 'Email' }).fill(ann.email)
      await page.getByLabel('Password').fill(ann.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Assistant asks for access' }).waitFor()
      const events = page.getByRole('listitem').filter({ hasText: 'Delete an event' })
      expect(await events.textContent()).toMatch(/With the tools: .*Create an event/)
      await page.locator(`input[value="${scope('books')}"]`).uncheck()
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByRole('heading', { name: 'Back' }).waitFor()
      expect(complaints).toEqual([])

      await transport.finishAuth(await waiting.answer)
      const agent = client()
      await agent.connect(new StreamableHTTPClientTransport(url, { authProvider }))
      const created = await agent.callTool({
        name: 'create_event',
        arguments: {
          summary: 'Lunch',
          startTime: '2030-05-06T12:00:00Z',
          endTime: '2030-05-06T13:00:00Z',
        },
      })
      expect(created.structuredContent).toMatchObject({ creator: { email: ann.email } })
      // What the person left out is requested again, and nothing is read.
      authProvider.address = undefined
      await expect(agent.callTool({ name: 'list_bookshelves' })).rejects.toThrow()
      expect(authProvider.address!.searchParams.get('scope')).toContain(scope('books'))
      await agent.close()
    })
  })
})
