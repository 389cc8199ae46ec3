import { connect } from 'node:net'

/** A reply to give again: names and values of its headers in turn, without those Node adds. */
export interface Reply {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}

const addedByNode = ['date', 'connection', 'keep-alive']

/** Sends one request and keeps what came back. */
export async function sampleReply(port: number, request: Buffer): Promise<Reply> {
  const closing = request.toString('latin1').replace('Connection: keep-alive', 'Connection: close')
  const text = await exchange(port, Buffer.from(closing, 'latin1'))
  const [head = '', body = ''] = splitOnce(text, '\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  if (status !== 200) throw new Error(`A sample request was answered with: ${text}`)
  const headers = lines
    .map((line) => splitOnce(line, ': '))
    .filter(([name]) => !addedByNode.includes(name.toLowerCase()))
  return { status, headers: headers.flat(), body }
}

function exchange(port: number, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(request))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.once('error', reject)
    socket.once('end', () => resolve(text))
  })
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
