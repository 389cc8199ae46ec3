import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ContentBlock,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  type JSONObject,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** What a fixed tool gives: content, or a request for input. */
type Answer = readonly ContentBlock[] | ReturnType<typeof inputRequired>
type FixedTool = (
  context: ServerContext,
  args: Readonly<Record<string, unknown>>,
) => Promise<Answer>

const text = (words: string): ContentBlock => ({ type: 'text', text: words })
// One red pixel, and a sound of no length.
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' }
const pauseMs = 50

/** Seals what a client has to send back. The key lives as long as the process. */
const codec = createRequestStateCodec<string>({ key: randomBytes(32) })

const nameForm = inputRequired.elicit({
  message: 'What is your name?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  },
})
const sampled = (words: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens: 100,
  })

/** What the client answered to a question, as text; undefined if it has not answered it. */
function answerTo({ mcpReq }: ServerContext, key: string): string | undefined {
  const response = inputResponse(mcpReq.inputResponses, key)
  return response.kind === 'missing' ? undefined : JSON.stringify(response)
}

/** A tool that needs answers to these questions. */
const asking =
  (inputRequests: InputRequests): FixedTool =>
  async (context) => {
    const answers = Object.keys(inputRequests).map((key) => answerTo(context, key))
    return answers.includes(undefined)
      ? inputRequired({ inputRequests })
      : [text(`Hello, ${answers.join(', ')}!`)]
  }

/** The same with a state that the client has to send back unchanged. */
const askingWithState =
  (inputRequests: InputRequests): FixedTool =>
  async (context) => {
    const answers = Object.keys(inputRequests).map((key) => answerTo(context, key))
    const isAnswered = !answers.includes(undefined)
    if (isAnswered && context.mcpReq.requestState<string>() === 'asked') return [text('state-ok')]
    return inputRequired({ inputRequests, requestState: await codec.mint('asked', context) })
  }

/** Sends a question on the stream of the call, because the client may not have opened another one yet. */
const onStreamOf = ({ mcpReq }: ServerContext) => ({ relatedRequestId: mcpReq.id })

const elicited =
  (properties: JSONObject): FixedTool =>
  async (context) => {
    const requestedSchema = { type: 'object' as const, properties: properties as never }
    const { action, content } = await context.mcpReq.elicitInput(
      { mode: 'form', message: 'Please fill in the form.', requestedSchema },
      onStreamOf(context),
    )
    return [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)]
  }

const progressSteps = [0, 50, 100]

/** The tools that the scenarios of the conformance suite call, with what they have to answer. */
const fixedTools: Readonly<Record<string, FixedTool>> = {
  test_simple_text: async () => [text('This is a simple text response for testing.')],
  test_image_content: async () => [image],
  test_audio_content: async () => [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  test_embedded_resource: async () => [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
  test_multiple_content_types: async () => [
    text('Multiple content types test:'),
    image,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    },
  ],
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const words of ['started', 'processing data', 'completed']) {
      await mcpReq.log('info', `Tool ${words === 'processing data' ? '' : 'execution '}${words}`)
      await sleep(pauseMs)
    }
    return [text('Logged three messages.')]
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log('info', 'Only for clients that want to hear of it.')
    return [text('Logged a message.')]
  },
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressSteps) {
      const params = { progressToken: progressToken!, progress, total: 100 }
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params })
      await sleep(pauseMs)
    }
    return [text('Reported progress.')]
  },
  test_error_handling: async () => {
    throw new Error('This tool intentionally returns an error for testing')
  },
  test_sampling: async (context, { prompt }) => {
    const messages = [{ role: 'user', content: { type: 'text', text: String(prompt) } }] as const
    const { content } = await context.mcpReq.requestSampling(
      { messages: [...messages], maxTokens: 100 },
      onStreamOf(context),
    )
    return [text(`LLM response: ${JSON.stringify(content)}`)]
  },
  test_elicitation: async (context, { message }) => {
    const field = (description: string) => ({ type: 'string' as const, description })
    const result = await context.mcpReq.elicitInput(
      {
        mode: 'form',
        message: String(message),
        requestedSchema: {
          type: 'object',
          properties: { username: field("User's response"), email: field("User's email address") },
          required: ['username', 'email'],
        },
      },
      onStreamOf(context),
    )
    return [text(`User response: ${JSON.stringify(result)}`)]
  },
  test_elicitation_sep1034_defaults: elicited({
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }),
  test_elicitation_sep1330_enums: elicited({
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array',
      items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  }),
  test_reconnection: async ({ http }) => {
    http?.closeSSE?.()
    await sleep(pauseMs)
    return [text('The stream was closed, and the client came back.')]
  },
  test_missing_capability: async (context) => {
    if (capabilitiesOf(context).sampling === undefined) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    }
    return [text('The client supports sampling.')]
  },
  test_streaming_elicitation: asking({ user_name: nameForm }),
  test_input_required_result_elicitation: asking({ user_name: nameForm }),
  test_input_required_result_sampling: asking({
    capital_question: sampled('What is the capital of France?'),
  }),
  test_input_required_result_list_roots: asking({ client_roots: inputRequired.listRoots() }),
  test_input_required_result_request_state: askingWithState({
    confirm: inputRequired.elicit({
      message: 'Please confirm',
      requestedSchema: {
        type: 'object',
        properties: { ok: { type: 'boolean' } },
        required: ['ok'],
      },
    }),
  }),
  test_input_required_result_tampered_state: askingWithState({ user_name: nameForm }),
  test_input_required_result_multiple_inputs: askingWithState({
    user_name: nameForm,
    greeting: sampled('Generate a greeting'),
    client_roots: inputRequired.listRoots(),
  }),
  test_input_required_result_multi_round: async (context) => {
    const step = context.mcpReq.requestState<string>()
    if (step === 'second' && answerTo(context, 'step2') !== undefined) return [text('Done.')]
    const isSecond = step === 'first' && answerTo(context, 'step1') !== undefined
    const [key, state] = isSecond ? ['step2', 'second'] : ['step1', 'first']
    return inputRequired({
      inputRequests: { [key]: nameForm },
      requestState: await codec.mint(state, context),
    })
  },
  test_input_required_result_capabilities: async (context) => {
    const { elicitation, sampling } = capabilitiesOf(context)
    return inputRequired({
      inputRequests: {
        ...(elicitation && { user_name: nameForm }),
        ...(sampling && { greeting: sampled('Generate a greeting') }),
      },
    })
  },
  json_schema_2020_12_tool: async () => [text('The schema is what matters.')],
}

function titled(word: string): { const: string; title: string }[] {
  return ['First', 'Second', 'Third'].map((order, index) => ({
    const: `value${index + 1}`,
    title: `${order} ${word}`,
  }))
}

function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope = (mcpReq.envelope ?? {}) as Record<string, ClientCapabilities | undefined>
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}
}

const argumentsOf: Readonly<Record<string, JSONObject>> = {
  test_sampling: { properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  test_elicitation: { properties: { message: { type: 'string' } }, required: ['message'] },
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
}

const uris = {
  text: 'test://static-text',
  binary: 'test://static-binary',
  watched: 'test://watched-resource',
}
const templateUri = /^test:\/\/template\/([^/]+)\/data$/

function readFixed(uri: string) {
  const id = templateUri.exec(uri)?.[1]
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { uri, mimeType: 'application/json', text: data }
  }
  if (uri === uris.binary) return { uri, mimeType: 'image/png', blob: png }
  if (uri === uris.text || uri === uris.watched) {
    return {
      uri,
      mimeType: 'text/plain',
      text: 'This is the content of the static text resource.',
    }
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri })
}

type Args = Readonly<Record<string, string>>

const fixedPrompts: Readonly<Record<string, (args: Args) => ContentBlock[]>> = {
  test_simple_prompt: () => [text('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => [
    {
      type: 'resource',
      resource: {
        uri: resourceUri,
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      },
    },
    text('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [image, text('Please analyze the image above.')],
}
const askingPrompt = 'test_input_required_result_prompt'
const promptArguments: Readonly<Record<string, readonly string[]>> = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
}

/** Creates a server of the protocol with everything that the conformance suite calls by name. */
export function createConformanceServer(): Server {
  const server = new Server(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: true },
        prompts: {},
        logging: {},
        completions: {},
      },
      requestState: { verify: codec.verify },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(fixedTools).map((name) => ({
      name,
      description: `The fixed tool ${name}.`,
      inputSchema: { type: 'object' as const, ...argumentsOf[name] },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = fixedTools[params.name]
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool')
    try {
      const answer = await tool(context, params.arguments ?? {})
      return Array.isArray(answer) ? { content: answer } : (answer as never)
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      return { content: [text((error as Error).message)], isError: true }
    }
  })
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(uris).map(([name, uri]) => ({
      uri,
      name,
      description: `The fixed resource ${name}.`,
    })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'A template.' },
    ],
  }))
  server.setRequestHandler('resources/read', ({ params }) => ({
    contents: [readFixed(params.uri)],
  }))
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...Object.keys(fixedPrompts), askingPrompt].map((name) => ({
      name,
      description: `The fixed prompt ${name}.`,
      arguments: (promptArguments[name] ?? []).map((argument) => ({
        name: argument,
        description: 'An argument.',
        required: true,
      })),
    })),
  }))
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    if (params.name === askingPrompt && answerTo(context, 'user_context') === undefined) {
      return inputRequired({ inputRequests: { user_context: nameForm } }) as never
    }
    const contents = fixedPrompts[params.name]?.(params.arguments ?? {}) ?? [text('Thank you.')]
    return { messages: contents.map((content) => ({ role: 'user' as const, content })) }
  })
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }))
  return server
}
