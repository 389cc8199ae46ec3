import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConformanceEndpoint } from '../support/conformance-endpoint.ts'

let endpoint: Awaited<ReturnType<typeof openConformanceEndpoint>>
beforeAll(async () => {
  endpoint = await openConformanceEndpoint()
})
afterAll(() => endpoint[Symbol.asyncDispose]())

/** A client that answers every question of the server, and what it was told. */
async function connected(revision: '2025-11-25' | '2026-07-28') {
  const heard: string[] = []
  const client = new Client(
    { name: 'tests', version: '1' },
    {
      versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
      capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
    },
  )
  client.setRequestHandler('elicitation/create', () => ({
    action: 'accept',
    content: { name: 'Ann', username: 'ann', email: 'ann@example.com', ok: true },
  }))
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'none',
    content: { type: 'text', text: 'Paris' },
  }))
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///work', name: 'work' }] }))
  client.setNotificationHandler('notifications/message', ({ params }) => {
    heard.push(String(params.data))
  })
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url)))
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args })
    return { isError, text: JSON.stringify(content) }
  }
  return { client, call, heard, [Symbol.asyncDispose]: () => client.close() }
}

// The suite itself is run by tools/mcp-conformance.ts, because it takes 50 MB. These are the ways through the
// endpoint that its scenarios take.
describe.each(['2025-11-25', '2026-07-28'] as const)(
  'the fixed tools of the suite, in revision %s',
  (revision) => {
    it('answer with contents, resources and prompts', async () => {
      await using agent = await connected(revision)
      for (const [name, part] of [
        ['test_simple_text', 'simple text response'],
        ['test_image_content', 'image/png'],
        ['test_audio_content', 'audio/wav'],
        ['test_multiple_content_types', 'test://mixed-content-resource'],
      ] as const) {
        expect((await agent.call(name)).text, name).toContain(part)
      }
      expect(await agent.call('test_error_handling')).toMatchObject({ isError: true })
      const { contents } = await agent.client.readResource({ uri: 'test://template/123/data' })
      expect(JSON.stringify(contents)).toContain('Data for ID: 123')
      const prompt = await agent.client.getPrompt({
        name: 'test_prompt_with_arguments',
        arguments: { arg1: 'hello', arg2: 'world' },
      })
      expect(JSON.stringify(prompt)).toContain("arg1='hello', arg2='world'")
    })

    it('report progress while they work', async () => {
      await using agent = await connected(revision)
      const progress: number[] = []
      await agent.client.callTool(
        { name: 'test_tool_with_progress', arguments: {} },
        { onprogress: (step) => void progress.push(step.progress) },
      )
      expect(progress).toEqual([0, 50, 100])
    })
  },
)

it('sessions of older revisions carry questions and log messages of the server', async () => {
  await using agent = await connected('2025-11-25')
  expect((await agent.call('test_elicitation', { message: 'Who?' })).text).toContain('accept')
  expect((await agent.call('test_sampling', { prompt: 'Capital?' })).text).toContain('Paris')
  await agent.client.setLoggingLevel('info')
  await agent.call('test_tool_with_logging')
  expect(agent.heard).toEqual([
    'Tool execution started',
    'Tool processing data',
    'Tool execution completed',
  ])
})

it('stateless requests are repeated with the input that a tool requests', async () => {
  await using agent = await connected('2026-07-28')
  for (const [tool, part] of [
    ['test_input_required_result_elicitation', 'Ann'],
    ['test_input_required_result_sampling', 'Paris'],
    ['test_input_required_result_list_roots', 'file:///work'],
    ['test_input_required_result_request_state', 'state-ok'],
    ['test_input_required_result_multi_round', 'Done'],
  ] as const) {
    expect((await agent.call(tool)).text, tool).toContain(part)
  }
})
