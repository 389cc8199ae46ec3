import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** A tool result as tests look at it. */
interface ToolReply {
  readonly isError: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect to be there
  readonly data: any
}

interface McpWish {
  readonly revision?: '2025-06-18' | '2026-07-28'
  /** Answers questions of the server; without it, the client does not support any. */
  readonly answer?: (question: string) => {
    action: 'accept' | 'decline'
    content?: { confirm: boolean }
  }
}

/** A client of the official library, which is closed at the end of the block. */
export class McpUser implements AsyncDisposable {
  readonly client: Client

  private constructor(client: Client) {
    this.client = client
  }

  static async overHttp(
    { base, token }: { readonly base: string; readonly token: string },
    wish: McpWish & { readonly query?: string } = {},
  ): Promise<McpUser> {
    const url = new URL(`${base}/mcp${wish.query ?? ''}`)
    const headers = { Authorization: `Bearer ${token}` }
    return McpUser.#connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers } }),
      wish,
    )
  }

  static async overStdio(
    words: readonly string[],
    env: Record<string, string>,
    wish: McpWish = {},
  ): Promise<McpUser> {
    const args = ['bin/almanac.js', ...words]
    return McpUser.#connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }),
      wish,
    )
  }

  static async #connect(
    transport: StreamableHTTPClientTransport | StdioClientTransport,
    { revision = '2026-07-28', answer }: McpWish,
  ): Promise<McpUser> {
    const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
    const client = new Client(
      { name: 'tests', version: '1' },
      {
        versionNegotiation: { mode },
        capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
      },
    )
    if (answer !== undefined) {
      client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message))
    }
    await client.connect(transport)
    return new McpUser(client)
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name)
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolReply> {
    const result: CallToolResult = await this.client.callTool({ name, arguments: args })
    const [first] = result.content
    return {
      isError: result.isError === true,
      text: first?.type === 'text' ? first.text : '',
      data: result.structuredContent,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close()
  }
}
