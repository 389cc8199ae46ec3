import { type CallOptions, call } from './client.ts'

/** A message of a stream: a server-sent event, or a line of JSON lines. */
export interface StreamMessage {
  readonly event: string
  readonly data: string
  readonly id: string | undefined
}

/**
 * Reads a stream until it ends or `signal` aborts it. EventSource cannot send a token, so that this uses
 * fetch. To continue after the end, call it again with `Last-Event-ID`.
 */
export async function* stream(
  path: string,
  options: CallOptions = {},
): AsyncGenerator<StreamMessage> {
  const reply = await call('GET', path, options)
  const isEvents = reply.headers.get('Content-Type')?.startsWith('text/event-stream') === true
  for await (const block of blocksOf(reply, isEvents ? /\r?\n\r?\n/ : /\r?\n/)) {
    const message = isEvents ? messageIn(block) : { event: 'message', data: block, id: undefined }
    if (message.data !== '') yield message
  }
}

async function* blocksOf(reply: Response, separator: RegExp): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of reply.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split(separator)
    rest = blocks.pop()!
    yield* blocks
  }
  if (rest !== '') yield rest
}

export function messageIn(block: string): StreamMessage {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^(\w*)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
    else if (name === 'id') id = value
  }
  return { event, data: data.join('\n'), id }
}
