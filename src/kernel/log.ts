import { destination, type Level, pino } from 'pino'

export type LogFields = Readonly<Record<string, unknown>>

/** What the line of an answered request says. */
export interface RequestLine {
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly durationMs: number
  readonly peer: string
}

/** A line has a fixed message, and its data in fields. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** The one line that every request writes, at level `info`. */
  request(line: RequestLine): void
  /** Writes out what is still buffered. */
  flush(): void
}

const secretKeys = new Set([
  'authorization',
  'token',
  'accessToken',
  'refreshToken',
  'key',
  'password',
  'secret',
])

/** Lines of JSON on standard error, buffered so that a request does not wait for them. */
export function openLog(level: Level | 'silent'): Log {
  const sink = destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 1000 })
  const logger = pino({ level, base: null }, sink)
  const write = (at: Level) => (message: string, fields?: LogFields) =>
    fields === undefined ? logger[at](message) : logger[at](masked(fields), message)
  const info = logger.levels.values.info!
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    request: logger.isLevelEnabled('info')
      ? (line) => sink.write(requestLine(line, info))
      : () => {},
    flush: () => {
      // The sink opens its file asynchronously; before that there is nothing to write out.
      try {
        sink.flushSync()
      } catch {
        return
      }
    },
  }
}

// Written by hand, because it is a tenth of what the general way costs. Operations have names of
// ours and peers are addresses; a method can be any text, in a batch.
const requestLine = ({ operation, method, status, durationMs, peer }: RequestLine, info: number) =>
  `{"level":${info},"time":${Date.now()},"operation":"${operation}","method":${JSON.stringify(method)},` +
  `"status":${status},"durationUs":${Math.round(durationMs * 1000)},"peer":"${peer}","msg":"request"}\n`

/** Hides what is secret by its key, at the first two levels. */
function masked(fields: LogFields, isNested = false): LogFields {
  const shown: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (secretKeys.has(key)) shown[key] = '***'
    else if (!isNested && isPlain(value)) shown[key] = masked(value, true)
    else shown[key] = value
  }
  return shown
}

const isPlain = (value: unknown): value is LogFields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** For tests and tools that have nothing to say. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  request: () => {},
  flush: () => {},
}
